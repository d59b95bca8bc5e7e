import { Navigate, useSearchParams } from "react-router";
import { safeNextPath } from "../../lib/auth/next-path";
import { getToken } from "../../lib/auth/token";
import { useCurrentUser } from "../../session/current-user";
import { CentredPage } from "../../ui/page/centred-page";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PageTitle } from "../../ui/page/page-title";
import { Progress } from "../../ui/page/progress";

export function SignInSuccessPage() {
  const [search] = useSearchParams();
  const user = useCurrentUser();
  if (!getToken()) return <Navigate to="/sign-in" replace />;
  return (
    <CentredPage>
      <PageTitle>Signed in</PageTitle>
      {user.data && <Navigate to={safeNextPath(search.get("next"))} replace />}
      {user.isError ? (
        <ErrorPanel
          isBare
          heading="h1"
          error={user.error}
          onRetry={() => void user.refetch()}
          isRetrying={user.isFetching}
        />
      ) : (
        <Progress title="You're signed in" about="Loading your channels" />
      )}
    </CentredPage>
  );
}
