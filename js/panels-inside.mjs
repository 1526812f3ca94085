// Where no second file is made, the panels are in the bundle itself: see src/panels-file.ts.
export const PANELS = () => import("./src/panels");
