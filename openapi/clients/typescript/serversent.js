/**
 * Read server-sent events from a response while it arrives. This is own code: pages without a build load these modules as
 * they are, and `eventsource-parser` would be a dependency for fifteen lines.
 */

import { listen } from "./silence.js";

/**
 * Read server-sent events.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} onSilence called after too long a silence
 */
export async function* messages(body, onSilence) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const stop = listen(onSilence);
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined })).finally(stop);
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = /** @type {string} */ (blocks.pop());
    yield* blocks.map(message);
  }
}

/** @param {string} block */
function message(block) {
  const fields = block.split("\n").map((row) => row.split(/: ?(.*)/s));
  /** @param {string} name */
  const field = (name) => fields.filter(([key]) => key === name).map(([, value]) => value).join("\n");
  return { type: field("event"), id: field("id"), data: field("data") };
}
