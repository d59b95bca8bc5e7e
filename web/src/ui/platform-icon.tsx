import type { ReactNode } from "react";
import classes from "./platform-icon.module.css";

interface PlatformIconProps {
  provider: string;
  size?: number;
  /** Accessible name; leave it out where the platform is named beside the icon. */
  label?: string;
  /** False on a background in the platform's colour. */
  coloured?: boolean;
}

const SHAPES: Record<string, ReactNode> = {
  twitch: (
    <>
      <path
        fillRule="evenodd"
        d="M5.8 2 2.6 5.6V19h4.7v3l3-3h3.3l6.8-6.7V2H5.8Zm12.5 9.4-3.3 3.2h-3.3l-2.7 2.6v-2.6H5.9V4.1h12.4v7.3Z"
      />
      <path d="M9.3 6.9h2v4.7h-2zM14 6.9h2v4.7h-2z" />
    </>
  ),
  youtube: (
    <path
      fillRule="evenodd"
      d="M6.5 4.8h11A4.5 4.5 0 0 1 22 9.3v5.4a4.5 4.5 0 0 1-4.5 4.5h-11A4.5 4.5 0 0 1 2 14.7V9.3a4.5 4.5 0 0 1 4.5-4.5Zm3.5 4v6.4l5.4-3.2L10 8.8Z"
    />
  ),
  kick: <path d="M3.5 3h6.1v4.2h2V5h2V3h6.9v6.1h-2v2h-2v1.8h2v2h2V21h-6.9v-2h-2v-2.2h-2V21H3.5V3Z" />,
  tiktok: (
    <path d="M12.7 2.5h3.2c.3 2.5 1.8 4.1 4.3 4.3v3.3c-1.6 0-3-.5-4.3-1.3v6.3a6 6 0 1 1-6-6l.9.1v3.4a2.6 2.6 0 1 0 1.9 2.5V2.5Z" />
  ),
  spotify: (
    <g fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round">
      <circle cx="12" cy="12" r="9" />
      <path d="M7.3 9.6c3.3-1 6.8-.7 9.6.9M7.9 12.7c2.7-.8 5.4-.5 7.8.8M8.5 15.5c2-.5 4-.3 5.9.7" />
    </g>
  ),
  discord: (
    <path
      fillRule="evenodd"
      d="M8.7 4.6 9.3 5.8a16 16 0 0 1 5.4 0l.6-1.2c1.6.3 3 .8 4.2 1.5 1.7 2.8 2.7 6.3 2.5 10.4a15 15 0 0 1-5 2.6l-1.2-1.8a14 14 0 0 1-7.6 0L7 19.1a15 15 0 0 1-5-2.6C1.8 12.4 2.8 8.9 4.5 6.1c1.2-.7 2.6-1.2 4.2-1.5ZM8.6 10a1.9 1.9 0 1 0 0 3.9 1.9 1.9 0 0 0 0-3.9Zm6.8 0a1.9 1.9 0 1 0 0 3.9 1.9 1.9 0 0 0 0-3.9Z"
    />
  ),
  "7tv": <path d="M3 4.5h12.5l1.8 2.3-5.5 12.7H7.4l5-11.4H3V4.5Zm14.5 2.6 3.5 6.4-2.7 6h-3.6l2.7-6.1-1.7-3 1.8-3.3Z" />,
  betterttv: (
    <path
      fillRule="evenodd"
      d="M5 3h8.5a4.7 4.7 0 0 1 3.2 8.2A5 5 0 0 1 14 21H5V3Zm3.5 3.3v4h4.3a2 2 0 0 0 0-4H8.5Zm0 7.1v4.3h5a2.1 2.1 0 0 0 0-4.3h-5Z"
    />
  ),
  frankerfacez: <path d="M6 3h13v3.6H9.7v4h7.4v3.5H9.7V21H6V3Z" />,
};

const UNKNOWN = <circle cx="12" cy="12" r="6" />;

export function PlatformIcon({ provider, size = 16, label, coloured = true }: PlatformIconProps) {
  const shape = SHAPES[provider] ?? UNKNOWN;
  const common = {
    className: classes["icon"],
    "data-provider": provider,
    "data-coloured": coloured || undefined,
    width: size,
    height: size,
    viewBox: "0 0 24 24",
    fill: "currentColor",
  };
  return label ? (
    <svg role="img" aria-label={label} {...common}>
      {shape}
    </svg>
  ) : (
    <svg aria-hidden="true" {...common}>
      {shape}
    </svg>
  );
}
