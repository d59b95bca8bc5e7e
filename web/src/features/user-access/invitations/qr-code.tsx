import { encode } from "uqr";
import classes from "../user-access.module.css";

/** Width in modules of the empty border that scanners need. */
const BORDER = 4;

/** QR code of the text, drawn in the browser, so that the link reaches no other server. */
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
