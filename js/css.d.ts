// Style sheets are imported for their effect on the bundle alone.
declare module "*.css";
