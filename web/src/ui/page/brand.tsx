import { Link } from "react-router";
import classes from "./brand.module.css";

/** Logo: an open stage door. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1.5" y="1.5" width="21" height="21" rx="6" fill="#123327" />
      <g stroke="#3ddc97" strokeWidth="1.6" strokeLinecap="round" fill="none">
        <path d="M7 18.5V7.2c0-.94.76-1.7 1.7-1.7h6.6c.94 0 1.7.76 1.7 1.7v11.3" />
        <path d="M5 18.5h14" />
      </g>
      <path d="M10 18.5V8.8l5-1.4v11.1z" fill="#3ddc97" />
      <circle cx="11.7" cy="13.2" r="0.9" fill="#123327" />
    </svg>
  );
}

export function BrandLink() {
  return (
    <Link to="/" className={classes["brand"]}>
      <BrandMark size={22} />
      Greenroom
    </Link>
  );
}

/** Logo and name as a headline, for pages without the shell. */
export function BrandHeadline() {
  return (
    <div className={classes["brand"]} data-large>
      <BrandMark size={32} />
      Greenroom
    </div>
  );
}
