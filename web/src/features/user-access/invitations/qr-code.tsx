import { encode } from "uqr";
import classes from "../user-access.module.css";

/** Quiet zone that scanners need, in modules. */
const BORDER = 4;

/** A QR code, drawn in the browser: the link reaches no other server. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  return (
    <svg
      className={classes["qr"]}
      role="img"
      aria-label="QR code of the invitation link"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={darkModules(data)} fill="currentColor" />
    </svg>
  );
}

function darkModules(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}
