/** The layers of the web: app -> screens -> features -> session -> live -> ui -> api -> lib. */
const SHARED = ["session", "live", "ui", "api", "lib"];
const GROUND = `^src/(${SHARED.join("|")})/`;

/** Each shared layer may import only the layers after it. */
const sharedLayers = SHARED.slice(1).map((layer, index) => ({
  name: `${layer}-imports-no-layer-above`,
  comment: `The order is ${SHARED.join(" > ")}.`,
  severity: "error",
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${SHARED.slice(0, index + 1).join("|")})/` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "A cycle means that two files are one file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "app-is-the-top",
      comment: "Only app composes; nothing below may know it.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(app/|main\\.tsx$)" },
      to: { path: "^src/(app/|main\\.tsx$)" },
    },
    {
      name: "screens-below-app-only",
      comment: "Features and the ground floor never import a screen.",
      severity: "error",
      from: { path: ["^src/features/", GROUND] },
      to: { path: "^src/screens/" },
    },
    {
      name: "ground-knows-no-feature",
      comment: "The shared layers serve every feature and import none.",
      severity: "error",
      from: { path: GROUND },
      to: { path: "^src/features/" },
    },
    {
      name: "features-are-islands",
      comment: "Two features meet in app, in a screen, or in what they share below.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "screens-are-islands",
      comment: "A screen is loaded alone; what two screens share lies below.",
      severity: "error",
      from: { path: "^src/screens/([^/]+)/" },
      to: { path: "^src/screens/", pathNot: "^src/screens/$1/" },
    },
    ...sharedLayers,
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
