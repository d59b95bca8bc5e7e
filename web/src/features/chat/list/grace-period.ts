/** A period with a minimum time and a minimum number of frames: on a busy machine one frame may exceed the time. */
export class GracePeriod {
  private startedAt = Number.NEGATIVE_INFINITY;
  private framesLeft = 0;

  constructor(private readonly length: { ms: number; frames: number }) {}

  start(): void {
    this.startedAt = performance.now();
    const isCounting = this.framesLeft > 0;
    this.framesLeft = this.length.frames;
    if (!isCounting) this.count();
  }

  isRunning(): boolean {
    return this.framesLeft > 0 || performance.now() - this.startedAt <= this.length.ms;
  }

  private count(): void {
    requestAnimationFrame(() => {
      this.framesLeft -= 1;
      if (this.framesLeft > 0) this.count();
    });
  }
}
