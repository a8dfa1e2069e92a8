/** The path at which a proxy serves this page and its service, without a slash at the end: `/bottega`, or empty. */
export const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);
