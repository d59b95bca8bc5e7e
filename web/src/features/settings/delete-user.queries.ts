import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { claimRedirect, releaseRedirect } from "../../lib/auth/sign-in-redirect";
import { clearToken } from "../../lib/auth/token";
import { toast } from "../../ui/toast/toast";

/** The channels that deleting the user would delete or keep; fetched anew for each dialog, because owners change. */
export function useDeletionPreview() {
  return useQuery({
    queryKey: [...keys.user, "deletion"],
    queryFn: () => unwrap(api.GET("/api/2/user/deletion")),
    gcTime: 0,
  });
}

export function useDeleteUser() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (username: string) => {
      claimRedirect();
      return unwrap(api.DELETE("/api/2/user", { params: { query: { username } } }));
    },
    onSuccess: () => {
      clearToken();
      // No full page load, which would remove the toast.
      toast.success("Your user account has been deleted successfully, bye!");
      void navigate("/", { replace: true });
    },
    onError: releaseRedirect,
    meta: { quiet: true },
  });
}
