/** Maximum length of a search text, as on the server. */
export const SEARCH_LIMIT = 100;

/** Time without a key after which a search is sent. */
export const SEARCH_DELAY_MS = 200;
