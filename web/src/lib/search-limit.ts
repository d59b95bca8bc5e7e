/** Maximum length of a search text, as on the server. */
export const SEARCH_LIMIT = 100;
