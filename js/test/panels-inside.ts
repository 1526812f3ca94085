// The panels as the sources have them (see src/panels-file.ts), for every test.
Object.assign(globalThis, { PANELS: () => import("../src/panels") });
