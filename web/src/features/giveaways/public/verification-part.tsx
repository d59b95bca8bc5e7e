import { IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatNumber } from "../../../lib/locale";
import type { PublicGiveaway } from "../giveaway-types";
import classes from "./public-giveaway.module.css";
import { useVerification } from "./public-giveaway.queries";
import { isAllRight, type Verification } from "./verify";

/** Repeats the draws in this browser, and shows which published results match. */
export function VerificationPart({ channelId, giveaway }: { channelId: string; giveaway: PublicGiveaway }) {
  const { data, error } = useVerification(channelId, giveaway);
  if (giveaway.seed === null) {
    return (
      <p className={classes["small"]}>
        The seed behind this commitment was fixed before anyone entered. It is published with the draw: then this page
        checks the result.
      </p>
    );
  }
  if (error) return <Result isRight={false}>The list of entries could not be read. Reload the page.</Result>;
  if (!data) {
    return (
      <p className={classes["small"]}>
        {globalThis.crypto?.subtle === undefined
          ? "This browser checks draws only on pages with https. The documentation has a program that does the same."
          : "Checking the draw…"}
      </p>
    );
  }
  return <VerificationResult verification={data} />;
}

function VerificationResult({ verification }: { verification: Verification }) {
  const { isSeedRight, isListRight, draws } = verification;
  const isRight = isAllRight(verification);
  return (
    <>
      <p className={classes["verdict"]} data-right={isRight || undefined} role="status">
        {isRight ? <IconCheck size={18} aria-hidden="true" /> : <IconX size={18} aria-hidden="true" />}
        {isRight ? "The draw matches the published data" : "The draw does not match the published data"}
      </p>
      <ol className="column plain-list gap-6">
        <li>
          <Result isRight={isSeedRight}>
            {isSeedRight ? "The seed's SHA-256 is the commitment" : "The seed's SHA-256 is not the commitment"}
          </Result>
        </li>
        <li>
          <Result isRight={isListRight}>
            {isListRight ? "The list's SHA-256 is the published hash" : "The list's SHA-256 is not the published hash"}
          </Result>
        </li>
        {draws.map(({ draw, name, isRight: isDrawRight }) => (
          <li key={draw.number}>
            <Result isRight={isDrawRight}>
              Draw {draw.number}:{" "}
              {isDrawRight ? (
                <>
                  seed and list give ticket {formatNumber(draw.ticket)}, <bdi>{name}</bdi>
                </>
              ) : (
                <>
                  seed and list give <bdi>{name || "nobody"}</bdi>, not <bdi>{draw.name}</bdi>
                </>
              )}
            </Result>
          </li>
        ))}
      </ol>
    </>
  );
}

function Result({ isRight, children }: { isRight: boolean; children: ReactNode }) {
  const Icon = isRight ? IconCheck : IconX;
  return (
    <span className={classes["result"]} data-right={isRight || undefined}>
      <Icon size={15} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
