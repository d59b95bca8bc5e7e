import { useLocation, useNavigate } from "react-router";

/** Closes the editor of an item if it is open; for items that are deleted from their row in the list. */
export function useCloseIfOpen(listPath: string, id: string): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return () => {
    if (pathname === `${listPath}/${id}`) void navigate(listPath, { replace: true, preventScrollReset: true });
  };
}
