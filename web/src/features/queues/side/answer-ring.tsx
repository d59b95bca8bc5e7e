import classes from "../queue.module.css";

const RADIUS = 13;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const FEW_SECONDS = 10;

/** Seconds that are left to answer, as a number and as a part of a circle. */
export function AnswerRing({ left, total }: { left: number; total: number }) {
  return (
    <svg
      className={classes["ring"]}
      data-few={left <= FEW_SECONDS || undefined}
      width={32}
      height={32}
      viewBox="0 0 32 32"
      role="img"
      aria-label={`${left} seconds left`}
    >
      <circle className={classes["ringTrack"]} cx={16} cy={16} r={RADIUS} />
      <circle
        className={classes["ringLeft"]}
        cx={16}
        cy={16}
        r={RADIUS}
        strokeDasharray={`${(CIRCUMFERENCE * left) / total} ${CIRCUMFERENCE}`}
        transform="rotate(-90 16 16)"
      />
      <text x={16} y={20} textAnchor="middle">
        {left}
      </text>
    </svg>
  );
}
