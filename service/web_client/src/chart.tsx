/** The analysis of a finished game as a chart of each seat's win probability. */

import type { GameTexts } from "@bottega/client/texts";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { callUntilReady } from "./api";
import { ErrorMessage, Loading, problemOf, seatClass } from "./components";
import { screenText as t } from "./i18n";
import { showVersion } from "./session";
import type { GameStore } from "./store";
import { tokenOf } from "./store";
import type { Failure, GameView, Schemas } from "./types";

const HEIGHT = 240;
const LEFT = 40;
const BOTTOM = 26;
const MOST_SWINGS = 3;

type Analysed = Schemas["Analysis"];
type Decision = Analysed["decisions"][number];
type Swing = Schemas["Swing"];
type AnalysisProps = { session: GameStore; view: GameView; texts: GameTexts };
type ChartProps = { analysis: Analysed; texts: GameTexts; show: (version: number) => void };
/** `done`: the number of analysed moves, while the analysis runs. */
type State = { done?: number; value?: Analysed; problem?: Failure };

export function Analysis({ session, view, texts }: AnalysisProps) {
  const [state, setState] = useState<State>({});
  const load = async () => {
    setState({ done: 0 });
    const options = { token: tokenOf(session), signal: session.controller.signal };
    const progress = ({ done }: { done: number }) => setState({ done });
    try {
      const given = { game_id: view.game_id };
      setState({ value: await callUntilReady("GET /games/{game_id}/analysis", given, options, progress) });
    } catch (error) {
      setState({ problem: problemOf(error) });
    }
  };
  if (state.problem) return <ErrorMessage problem={state.problem} />;
  if (state.value)
    return <Chart analysis={state.value} texts={texts} show={(version) => showVersion(session, version)} />;
  if (state.done === undefined)
    return (
      <p class="row">
        <button type="button" class="quiet" onClick={load}>
          {t("analyse")}
        </button>
      </p>
    );
  return (
    <div>
      <Loading label={t("analysing", { done: state.done, all: view.version })} />
      <progress max={view.version} value={state.done} aria-label={t("analyse")}></progress>
    </div>
  );
}

/** Return the functions from version and chance to the place in a drawing of this width. */
function scales({ decisions, version: last }: Analysed, width: number) {
  const first = Math.min(...decisions.map(({ version }) => version)) - 1;
  const x = (version: number) => LEFT + ((version - first) / Math.max(1, last - first)) * (width - LEFT - 10);
  const y = (chance: number) => 10 + (1 - chance) * (HEIGHT - BOTTOM - 10);
  return { first, x, y };
}

/** The curves of all seats, with the three worst moves, what would have been better, and by how much. */
function Chart({ analysis, texts, show }: ChartProps) {
  const { seats, swings } = analysis;
  const decisions: Decision[] = analysis.decisions;
  const worst = swings
    .slice(0, MOST_SWINGS)
    .flatMap((swing) => {
      const decision = decisions.find(({ version }) => version === swing.version);
      return decision ? [{ swing, decision }] : [];
    })
    .filter((each) => lossOf(each).loss > 0);
  return (
    <figure class="chart">
      <figcaption>
        <h3>{t("course")}</h3>
      </figcaption>
      <Curves analysis={analysis} worst={worst} />
      <ul class="legend">
        {seats.map((each) => (
          <li key={each.seat}>
            <svg height="12" aria-hidden="true">
              <line class={`chart-line trend ${seatClass(each.seat)}`} x2="100%" y1="6" y2="6" />
            </svg>{" "}
            {texts.name("seat", each.seat)}{" "}
            {t("played", { blunders: each.blunders, percent: Math.round(each.average_loss * 100) })}
          </li>
        ))}
      </ul>
      {worst.length ? (
        <>
          <h3>{t("swings")}</h3>
          <ol class="choices">
            {worst.map(({ swing, decision }) => (
              <li key={swing.version}>
                <SwingButton swing={swing} decision={decision} texts={texts} show={show} />
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </figure>
  );
}

/** A move that lost much, with its decision. */
type Marked = { swing: Swing; decision: Decision };
type CurvesProps = { analysis: Analysed; worst: Marked[] };

/** Return a ref for an element, and the width of the element in pixels. */
function useWidth<E extends Element>() {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** The curves at the width of the figure: their labels are as large as other text at each size. */
function Curves({ analysis, worst }: CurvesProps) {
  const { ref, width } = useWidth<SVGSVGElement>();
  const { first, x, y } = scales(analysis, width);
  const decisions: Decision[] = analysis.decisions;
  const line = (seat: number) => decisions.map(({ version, after }) => `${x(version)},${y(after[seat])}`).join(" ");
  const trend = (seat: number) =>
    smoothed(decisions, seat)
      .map(({ version, chance }) => `${x(version)},${y(chance)}`)
      .join(" ");
  return (
    <svg ref={ref} height={HEIGHT} role="img" aria-label={t("course_more")}>
      {[0, 0.25, 0.5, 0.75, 1].map((chance) => (
        <g key={chance}>
          <line class="chart-grid" x1={LEFT} x2={width - 10} y1={y(chance)} y2={y(chance)} />
          <text class="chart-label" x={LEFT - 6} y={y(chance) + 4} text-anchor="end">
            {chance * 100}%
          </text>
        </g>
      ))}
      <text class="chart-label" x={LEFT} y={HEIGHT - 6}>
        {first + 1}
      </text>
      <text class="chart-label" x={width - 10} y={HEIGHT - 6} text-anchor="end">
        {analysis.version}
      </text>
      {analysis.seats.map(({ seat }) => (
        <polyline key={`line-${seat}`} class={`chart-line ${seatClass(seat)}`} points={line(seat)} />
      ))}
      {analysis.seats.map(({ seat }) => (
        <polyline key={`trend-${seat}`} class={`chart-line trend ${seatClass(seat)}`} points={trend(seat)} />
      ))}
      {worst.map(({ swing: { version, seat }, decision }) => (
        <circle
          key={version}
          class={`chart-swing ${seatClass(seat)}`}
          cx={x(version)}
          cy={y(decision.after[seat])}
          r="6"
        />
      ))}
    </svg>
  );
}

/** Smooth the curve of a seat by moving averages: short searches make the evaluations noisy. */
function smoothed(decisions: Decision[], seat: number) {
  const radius = Math.floor(decisions.length / 50);
  return decisions.map(({ version }, index) => {
    const near = decisions.slice(Math.max(0, index - radius), index + radius + 1);
    return { version, chance: near.reduce((sum, { after }) => sum + after[seat], 0) / near.length };
  });
}

/** Return the chance to win with the better move and with the move of the seat, and their difference, in percent. */
function lossOf({ swing: { seat }, decision }: Marked) {
  const before = Math.round(decision.before[seat] * 100);
  const after = Math.round(decision.after[seat] * 100);
  return { before, after, loss: before - after };
}

type SwingProps = Marked & Omit<ChartProps, "analysis">;

/** A move that lost much, with the better one and its gain; it leads to the position. */
function SwingButton({ swing, decision, texts, show }: SwingProps) {
  const sentence = (action: Decision["action"]) => texts.sentence("action", action, swing.seat);
  return (
    <button type="button" class="choice" onClick={() => show(swing.version - 1)}>
      <span>{t("mistake", { number: swing.version, move: sentence(decision.action) })}</span>
      <small>{t("better", { move: sentence(decision.best), ...lossOf({ swing, decision }) })}</small>
    </button>
  );
}
