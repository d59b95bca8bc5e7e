/** As much as the server looks for; no name is longer. */
export const SEARCH_LIMIT = 100;
