/** Illustration of empty states: a dressing-room mirror; the dark one is shown in place of a player. */
export function MirrorPicture({ isDark = false }: { isDark?: boolean }) {
  return (
    <svg width="120" height="72" viewBox="0 0 120 72" fill="none" aria-hidden="true">
      <rect x="8" y="8" width="104" height="56" rx="8" fill="var(--raised)" />
      {[20, 36, 52].map((y) => (
        <g key={y} fill={isDark ? "var(--text-3)" : "var(--text)"} opacity={isDark ? 0.5 : 0.9}>
          <circle cx="20" cy={y} r="3" />
          <circle cx="100" cy={y} r="3" />
        </g>
      ))}
      <rect x="34" y="16" width="52" height="40" rx="4" fill={isDark ? "var(--page)" : "var(--mint-deep)"} />
      {!isDark && <path d="M60 28v16M52 36h16" stroke="var(--mint)" strokeWidth="2.5" strokeLinecap="round" />}
    </svg>
  );
}
