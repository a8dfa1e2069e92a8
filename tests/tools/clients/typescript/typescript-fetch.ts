/** A player with the client that openapi-generator makes for fetch: it decodes into members of its own names. */
import {
  type ActionRequest,
  ActionRequestToJSON,
  ActionsApi,
  type ApiResponse,
  Configuration,
  CreatedGameToJSON,
  EventPageToJSON,
  EventsApi,
  GameRecordToJSON,
  GamesApi,
  GameViewToJSON,
  LegalActionsToJSON,
  type GameRequest,
  GameRequestToJSON,
  PendingResultToJSON,
  ProblemFromJSON,
  ProblemToJSON,
  RecordsApi,
  ResponseError,
  ResultToJSON,
  RulesetListToJSON,
  RulesetsApi,
  RulesetToJSON,
} from "./client";
import { games } from "./games";
import { type Answer, type Created, main, type Player } from "./table";

function player(basePath: string): Player<GameRequest, ActionRequest> {
  const received = { text: "" };
  const keep = {
    async post({ response }: { response: Response }): Promise<void> {
      received.text = await response.clone().text();
    },
  };
  const as = (accessToken?: string) =>
    new Configuration({ basePath, middleware: [keep], ...(accessToken ? { accessToken } : {}) });

  async function answer<Value>(
    response: ApiResponse<Value>,
    encode: (value: Value) => unknown,
  ): Promise<Answer<Value>> {
    const value = await response.value();
    return { received: received.text, value, encoded: encode(value) };
  }

  return {
    encodeGame: GameRequestToJSON,
    encodeAnswer: ActionRequestToJSON,
    listRulesets: async () => answer(await new RulesetsApi(as()).listRulesetsRaw({}), RulesetListToJSON),
    getRuleset: async (ruleset) => answer(await new RulesetsApi(as()).getRulesetRaw({ ruleset }), RulesetToJSON),
    createGame: async (gameRequest): Promise<Answer<Created>> => {
      const created = await answer(await new GamesApi(as()).createGameRaw({ gameRequest }), CreatedGameToJSON);
      return { ...created, value: { id: created.value.gameId, tokens: created.value.tokens } };
    },
    listLegalActions: async (gameId, token) =>
      answer(await new ActionsApi(as(token)).listLegalActionsRaw({ gameId }), LegalActionsToJSON),
    submitAction: async (gameId, token, actionRequest) =>
      answer(await new ActionsApi(as(token)).submitActionRaw({ gameId, actionRequest }), GameViewToJSON),
    rejected: async (gameId, token, actionRequest) => {
      try {
        await new ActionsApi(as(token)).submitActionRaw({ gameId, actionRequest });
      } catch (error) {
        if (error instanceof ResponseError) {
          const value = ProblemFromJSON(await error.response.json());
          return { received: received.text, value, encoded: ProblemToJSON(value) };
        }
        throw error;
      }
      throw new Error("not rejected");
    },
    listEvents: async (gameId, token, after) =>
      answer(
        await new EventsApi(as(token)).listEventsRaw({ gameId, after, limit: 1000, patches: token !== undefined }),
        EventPageToJSON,
      ),
    queryView: async (gameId, token) => answer(await new GamesApi(as(token)).queryViewRaw({ gameId }), GameViewToJSON),
    getRecord: async (gameId) => answer(await new RecordsApi(as()).getRecordRaw({ gameId }), GameRecordToJSON),
    getResult: async (gameId) => {
      const response = await new GamesApi(as()).getResultRaw({ gameId });
      const value = await response.value();
      return {
        received: received.text,
        value,
        encoded: "seats" in value ? ResultToJSON(value) : PendingResultToJSON(value),
      };
    },
  };
}

void main(player, games);
