import journeys from "../playwright.config.ts";

/** Takes the pictures in docs/images: `make images`. */
export default { ...journeys, testDir: ".", outputDir: "../test-results", workers: 1 };
