/** The sounds of the page, short and synthesised: no sound is a file. */

export type Sound = "tile" | "card" | "coin" | "key" | "win" | "end" | "turn";

/** A part of a sound. A noise passes a filter whose frequency glides; a tone glides itself. Times are in seconds. */
type Part = { wave: OscillatorType | "noise"; from: number; to?: number; at?: number; lasts: number; volume: number };

const tone = (from: number, at: number, lasts: number, volume: number, wave: OscillatorType = "sine"): Part => ({
  wave,
  from,
  at,
  lasts,
  volume,
});

const SOUNDS: Record<Sound, Part[]> = {
  tile: [
    { wave: "noise", from: 2600, lasts: 0.03, volume: 0.3 },
    { wave: "triangle", from: 820, to: 430, lasts: 0.07, volume: 0.34 },
  ],
  card: [{ wave: "noise", from: 1300, to: 4200, lasts: 0.14, volume: 0.8 }],
  coin: [tone(1975.5, 0, 0.1, 0.12), tone(2637, 0.07, 0.3, 0.12)],
  key: [
    tone(1046.5, 0, 0.28, 0.14),
    tone(1318.5, 0.09, 0.28, 0.14),
    tone(1568, 0.18, 0.45, 0.14),
    tone(3136, 0.18, 0.3, 0.03),
  ],
  win: [
    ...[523.25, 659.25, 783.99].map((pitch, index) => tone(pitch, index * 0.13, 0.24, 0.15, "triangle")),
    ...[523.25, 659.25, 1046.5].map((pitch) => tone(pitch, 0.4, 0.9, 0.09, "triangle")),
  ],
  end: [tone(587.33, 0, 0.35, 0.15, "triangle"), tone(392, 0.2, 0.6, 0.15, "triangle")],
  turn: [tone(523.25, 0, 0.25, 0.15), tone(783.99, 0.11, 0.33, 0.15)],
};
/** How long a tone swells, so that it does not click. */
const SWELL = 0.006;

/** Add a sound to a context, and return when it ends. */
export function compose(context: BaseAudioContext, sound: Sound, start: number): number {
  return Math.max(...SOUNDS[sound].map((part) => addPart(context, part, start + (part.at ?? 0))));
}

function addPart(context: BaseAudioContext, part: Part, start: number): number {
  const end = start + part.lasts;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(part.volume, start + SWELL);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);
  const source = part.wave === "noise" ? noise(context, part, start, volume) : wave(context, part, start, volume);
  source.start(start);
  source.stop(end);
  return end;
}

function wave(context: BaseAudioContext, part: Part, start: number, volume: AudioNode) {
  const source = context.createOscillator();
  source.type = part.wave as OscillatorType;
  glide(source.frequency, part, start);
  source.connect(volume);
  return source;
}

function noise(context: BaseAudioContext, part: Part, start: number, volume: AudioNode) {
  const source = context.createBufferSource();
  source.buffer = context.createBuffer(1, Math.ceil(context.sampleRate * part.lasts), context.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  glide(filter.frequency, part, start);
  source.connect(filter).connect(volume);
  return source;
}

function glide(frequency: AudioParam, { from, to = from, lasts }: Part, start: number) {
  frequency.setValueAtTime(from, start);
  frequency.exponentialRampToValueAtTime(to, start + lasts);
}

let shared: AudioContext | undefined;
/** The end of the last sound: sounds that come together follow each other closely. */
let busy = 0;
const GAP = 0.09;

/** Play a sound, shortly after the beginning of the one before. */
export function play(sound: Sound) {
  shared ??= new AudioContext();
  if (shared.state === "suspended") shared.resume();
  const start = Math.max(shared.currentTime + 0.01, busy);
  busy = start + GAP;
  compose(shared, sound, start);
}
