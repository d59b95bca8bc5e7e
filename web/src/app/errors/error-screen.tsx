import { Button } from "@mantine/core";
import { IconArrowLeft, IconRefresh } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { PageTitle } from "../../ui/page/page-title";
import { Panel } from "../../ui/panel";
import type { ErrorDescription } from "./describe-error";
import classes from "./error-page.module.css";

interface ErrorScreenProps extends ErrorDescription {
  /** Where "Go back" leads on the first page of a visit. */
  home?: string;
}

export function ErrorScreen({ status, statusText, hint, canRetry = false, home = "/" }: ErrorScreenProps) {
  return (
    <div className={classes["page"]}>
      <PageTitle>{statusText}</PageTitle>
      <Panel className={classes["panel"]}>
        <span className="display digits fw-600">{status}</span>
        <div className="grow-200 miw-0">
          <h1 className="body breaks">{statusText}</h1>
          <p className="muted">{hint}</p>
        </div>
        <div className="gap-8 wrap flex">
          <GoBack home={home} />
          {canRetry && (
            <Button leftSection={<IconRefresh size={16} />} onClick={() => window.location.reload()}>
              Try again
            </Button>
          )}
        </div>
      </Panel>
    </div>
  );
}

/** Goes back within Greenroom, or to `home` from the first page of the visit. */
function GoBack({ home }: { home: string }) {
  const isFirst = useLocation().key === "default";
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (isFirst) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Button component={Link} to={home} onClick={goBack} leftSection={<IconArrowLeft size={16} />}>
      Go back
    </Button>
  );
}
