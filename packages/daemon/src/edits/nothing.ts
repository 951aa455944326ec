/** What an edit gives that has nothing to tell: an empty object of JSON. */
export type Nothing = Record<string, never>;
