/** The commitments, points and downloads of a tournament. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { send } from "../api";
import { BASE } from "../base";
import { CalendarLink } from "../calendarlink";
import { Embed } from "../embed";
import { currentLanguage, tournamentText as t } from "../i18n";
import { sha256 } from "../sha256";
import type { PageProps } from "./page";

export function Details({ data: { tournament }, account: { key: token } }: PageProps) {
  const { tournament: id, status, commitment, seed, deal_commitment: dealCommitment, deal_secret: secret } = tournament;
  const isPairs =
    tournament.stages.length === 1 && tournament.stages[0].format === "swiss" && tournament.stages[0].table_size === 2;
  const isOver = status === "over" || status === "cancelled";
  return (
    <details class="card cup-details">
      <summary>
        <h2>{t("details")}</h2>
      </summary>
      <dl class="cup-facts-list">
        <div>
          <dt>{t("points_table")}</dt>
          <dd>
            {tournament.points
              .filter(({ table_size: size }) =>
                tournament.stages.some((stage) => size === stage.table_size || size === (stage.table_size ?? 2) - 1),
              )
              .map(({ table_size: size, by_place: places }) => (
                <span key={size} class="cup-point-row">
                  {t("table_of", { size })}
                  {": "}
                  {places.join(" · ")}
                </span>
              ))}
          </dd>
        </div>
        <div>
          <dt>{t("tie_breaks_in_order")}</dt>
          <dd>{tournament.tie_breaks.map((each) => t("tie_break", { name: each })).join(", ")}</dd>
        </div>
        <div>
          <dt>{t("rated_games")}</dt>
          <dd>{t(tournament.rated === false ? "no" : "yes")}</dd>
        </div>
        <Commitment title={t("seed_commitment")} commitment={commitment} secret={seed} later={t("seed_later")} />
        <Commitment
          title={t("deal_commitment")}
          commitment={dealCommitment}
          secret={secret}
          later={t("secret_later")}
        />
      </dl>
      <p class="row">
        <DownloadButton path={`/tournaments/${id}/standings/csv`} name="standings.csv" token={token}>
          {t("standings")}
          {" (CSV)"}
        </DownloadButton>
        {isPairs && status !== "registration" ? (
          <DownloadButton path={`/tournaments/${id}/standings/trf`} name="standings.trf" token={token}>
            {t("standings")}
            {" (TRF)"}
          </DownloadButton>
        ) : null}
        {tournament.visibility === "private" ? null : (
          <a class="button quiet small" href={`${BASE}/v1/tournaments/${id}/calendar`}>
            {t("calendar")}
          </a>
        )}
        {isOver ? (
          <DownloadButton path={`/tournaments/${id}/record`} name={`${id}.json`} token={token}>
            {t("save_record")}
          </DownloadButton>
        ) : null}
      </p>
      {isOver ? <p class="faint">{t("record_note")}</p> : null}
      {token ? <CalendarLink path={`/tournaments/${id}/calendar`} token={token} /> : null}
      {tournament.visibility === "private" ? null : (
        <>
          <Embed label={t("standings")} path={`standings/${id}`} />
          {tournament.stages.some(({ format }) => format.endsWith("knockout")) ? (
            <Embed label={t("bracket")} path={`bracket/${id}`} />
          ) : null}
        </>
      )}
    </details>
  );
}

type CommitmentProps = { title: string; commitment: string; secret?: string; later: string };

/** A commitment and, once its secret is published, whether they match. */
function Commitment({ title, commitment, secret, later }: CommitmentProps) {
  const isValid = secret !== undefined && digest(secret) === commitment;
  return (
    <div class="cup-commitment">
      <dt>{title}</dt>
      <dd>
        <code>{commitment}</code>
        {secret === undefined ? (
          <small class="faint">{later}</small>
        ) : (
          <>
            <code>{secret}</code>
            <small class={isValid ? "cup-valid" : "cup-invalid"}>
              {t(isValid ? "commitment_kept" : "commitment_broken")}
            </small>
          </>
        )}
      </dd>
    </div>
  );
}

/** @param text hexadecimal digits */
const bytes = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const digest = (secret: string) =>
  Array.from(sha256(bytes(secret)), (byte) => byte.toString(16).padStart(2, "0")).join("");

type DownloadButtonProps = { path: string; name: string; token?: string; children?: ComponentChildren };

/** A download button. The file is fetched with the player key in the header. */
function DownloadButton({ path, name, token, children }: DownloadButtonProps) {
  const [rejected, setRejected] = useState(false);
  const save = async () => {
    const response = await send(path, { token, language: currentLanguage() }).catch(() => undefined);
    setRejected(!response?.ok);
    if (response?.ok) download(await response.blob(), name);
  };
  return (
    <>
      <button type="button" class="quiet small" onClick={save}>
        {children}
      </button>
      {rejected ? <span role="alert">{t("not_there_yet")}</span> : null}
    </>
  );
}

function download(blob: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
