import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { platformsQuery } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { inviteAt } from "../../lib/auth/invite-token";
import { safeNextPath } from "../../lib/auth/next-path";
import { getToken } from "../../lib/auth/token";
import { isRehearsal } from "../../lib/rehearsal";
import { useCurrentUser } from "../../session/current-user";
import { BlankPage } from "../../ui/page/blank-page";
import { BrandHeadline } from "../../ui/page/brand";
import { CentredPage } from "../../ui/page/centred-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Redirect } from "../../ui/page/redirect";
import classes from "./sign-in.module.css";
import { SignInButtons } from "./sign-in-buttons";
import { SignInFooter } from "./sign-in-footer";

export function SignInPage() {
  const [search] = useSearchParams();
  const next = safeNextPath(search.get("next"));
  const user = useCurrentUser();
  // The token decides, because the user may still be cached after the session has ended.
  if (user.data && getToken()) {
    return (
      <Redirect to={next}>
        <BlankPage />
      </Redirect>
    );
  }
  return (
    <CentredPage footer={<SignInFooter />}>
      <PageTitle>Sign in</PageTitle>
      <div className={classes["brand"]}>
        <BrandHeadline />
      </div>
      <h1>Sign in</h1>
      <p className={classes["about"]}>
        {inviteAt(next) ? "You're invited. Sign in to accept the invitation. " : ""}
        Use the account you stream or moderate with. You can connect more later.
      </p>
      <Choices next={next} />
      <p className={classes["note"]}>
        {isRehearsal()
          ? "This is a rehearsal: you sign in as a made-up user, and nothing reaches a real platform."
          : "We only request your name and profile picture. Chat and moderation permissions come later, if you enable them."}
      </p>
    </CentredPage>
  );
}

function Choices({ next }: { next: string }) {
  const platforms = useQuery(platformsQuery);
  if (platforms.isError) {
    return (
      <ErrorPanel
        isBare
        error={platforms.error}
        onRetry={() => void platforms.refetch()}
        isRetrying={platforms.isFetching}
      />
    );
  }
  if (!platforms.data) return null;
  return <SignInButtons platforms={platforms.data.filter(allowsSignIn)} next={next} />;
}

function allowsSignIn({ flags }: Platform): boolean {
  return flags.signinProvider;
}
