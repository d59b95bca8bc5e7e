/** An exact fraction in lowest terms. */
export interface Fraction {
  top: bigint;
  bottom: bigint;
}

export function fraction(top: bigint, bottom: bigint): Fraction {
  const divisor = greatestDivisor(top < 0n ? -top : top, bottom);
  return { top: top / divisor, bottom: bottom / divisor };
}

export function toNumber({ top, bottom }: Fraction): number {
  return Number(top) / Number(bottom);
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}
