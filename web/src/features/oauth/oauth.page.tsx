import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useParams } from "react-router";
import { platformName, usePlatforms } from "../../api/platforms";
import { CentredPage } from "../../ui/centred-page";
import { PageTitle } from "../../ui/page-title";
import { Progress } from "../../ui/progress";
import { ConsentFailed } from "./consent-failed";
import { finishConsent } from "./finish-consent";

/** Where every platform sends people back to; the server says what was completed. */
export function OAuthPage() {
  const { provider = "" } = useParams();
  const { search } = useLocation();
  const name = platformName(usePlatforms(), provider);
  const consent = useQuery({
    queryKey: ["consent", provider, search],
    queryFn: () => finishConsent({ provider, search }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (consent.data) return <Navigate to={consent.data} replace />;
  return (
    <CentredPage>
      <PageTitle>{`Back from ${name}`}</PageTitle>
      {consent.isError ? (
        <ConsentFailed error={consent.error} platform={name} />
      ) : (
        <Progress title={`Back from ${name}`} about="Finishing what you allowed there." />
      )}
    </CentredPage>
  );
}
