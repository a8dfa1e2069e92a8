/** The player of this browser: that of its account, or a new one without any registration. */

import type { Account } from "./account";
import { call } from "./api";
import { setSetting } from "./storage";

/** Return the key of the account; create a player if there is none. Throws a `Problem` if the operator forbids it. */
export async function playerKey({ key, changeKey }: Pick<Account, "key" | "changeKey">, name: string) {
  if (key) return key;
  const chosen = name.trim();
  const created = await call("POST /players", { body: chosen ? { name: chosen } : {} });
  if (chosen) setSetting("name", chosen);
  changeKey(created.key);
  return created.key;
}
