/** Copies a text for the user to pass on. */

import { useState } from "preact/hooks";

/** Return whether a text was copied, and the function that copies it. Pages without TLS have no clipboard. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState<string>();
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => undefined,
    );
  return { isCopied: copied === text, copy };
}
