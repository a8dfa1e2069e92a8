/** SHA-256 (FIPS 180-4), for pages without TLS, where `crypto.subtle` is missing. */

const PRIMES = primes(64);
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function primes(count: number) {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

/** Return the first 32 bits of the fractional part. */
function fraction(value: number) {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

const turned = (word: number, count: number) => (word >>> count) | (word << (32 - count));

export function sha256(message: Uint8Array): Uint8Array {
  const blocks = new DataView(padded(message).buffer);
  let state = [...START];
  for (let at = 0; at < blocks.byteLength; at += 64) state = compressed(state, schedule(blocks, at));
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function padded(message: Uint8Array) {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return bytes;
}

function schedule(blocks: DataView, at: number) {
  const words = Array.from({ length: 16 }, (_, index) => blocks.getInt32(at + index * 4));
  for (let index = 16; index < 64; index++) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[index - 16] + low + words[index - 7] + high) | 0);
  }
  return words;
}

function compressed(state: number[], words: number[]) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < 64; index++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + K[index] + words[index]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]) | 0);
}
