import journeys from "../playwright.config.ts";

/** Configuration of `make images`, which takes the pictures in docs/images. */
export default { ...journeys, testDir: ".", outputDir: "../test-results", workers: 1 };
