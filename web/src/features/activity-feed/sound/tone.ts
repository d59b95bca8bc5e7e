const MAX_GAIN = 0.4;
const NOTES = [
  { frequency: 880, at: 0 },
  { frequency: 1318.5, at: 0.09 },
];
const NOTE_SECONDS = 0.35;

/** The gain for a volume from 0 to 100; it grows with the square, so half the volume sounds about half as loud. */
export function gainOf(volume: number): number {
  return MAX_GAIN * (volume / 100) ** 2;
}

/** Plays two short notes at a volume from 0 to 100. */
export function playTone(context: AudioContext, volume: number): void {
  const gain = gainOf(volume);
  if (gain === 0) return;
  for (const { frequency, at } of NOTES) {
    const start = context.currentTime + at;
    const oscillator = new OscillatorNode(context, { frequency });
    const envelope = new GainNode(context, { gain: 0 });
    envelope.gain.setValueAtTime(gain, start);
    envelope.gain.setTargetAtTime(0, start, NOTE_SECONDS / 4);
    oscillator.connect(envelope).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + NOTE_SECONDS);
  }
}
