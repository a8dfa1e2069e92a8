/** A player with the client that openapi-generator makes for axios. */
import axios, { type AxiosResponse } from "axios";
import {
  type ActionRequest,
  ActionsApi,
  Configuration,
  EventsApi,
  GamesApi,
  type GameRequest,
  type Problem,
  RecordsApi,
  RulesetsApi,
} from "./client";
import { games } from "./games";
import { type Answer, type Created, main, type Player } from "./table";

function player(basePath: string): Player<GameRequest, ActionRequest> {
  const http = axios.create();
  const received = { text: "" };
  http.defaults.transformResponse = (text: string): unknown => {
    received.text = text;
    return JSON.parse(text);
  };

  const as = (accessToken?: string) => new Configuration({ basePath, ...(accessToken ? { accessToken } : {}) });

  /** Take the decoded answer; it is plain JSON, so that encoding it is writing it. */
  function answer<Value>({ data }: AxiosResponse<Value>): Answer<Value> {
    return { received: received.text, value: data, encoded: data };
  }

  return {
    encodeGame: (body) => body,
    encodeAnswer: (body) => body,
    listRulesets: async () => answer(await new RulesetsApi(as(), basePath, http).listRulesets()),
    getRuleset: async (ruleset) => answer(await new RulesetsApi(as(), basePath, http).getRuleset({ ruleset })),
    createGame: async (gameRequest): Promise<Answer<Created>> => {
      const created = answer(await new GamesApi(as(), basePath, http).createGame({ gameRequest }));
      return { ...created, value: { id: created.value.game_id, tokens: created.value.tokens } };
    },
    listLegalActions: async (gameId, token) =>
      answer(await new ActionsApi(as(token), basePath, http).listLegalActions({ gameId })),
    submitAction: async (gameId, token, actionRequest) =>
      answer(await new ActionsApi(as(token), basePath, http).submitAction({ gameId, actionRequest })),
    rejected: async (gameId, token, actionRequest) => {
      try {
        await new ActionsApi(as(token), basePath, http).submitAction({ gameId, actionRequest });
      } catch (error) {
        if (axios.isAxiosError<Problem>(error) && error.response !== undefined) {
          return answer(error.response);
        }
        throw error;
      }
      throw new Error("not rejected");
    },
    listEvents: async (gameId, token, after) =>
      answer(
        await new EventsApi(as(token), basePath, http).listEvents({
          gameId,
          after,
          limit: 1000,
          patches: token !== undefined,
        }),
      ),
    queryView: async (gameId, token) => answer(await new GamesApi(as(token), basePath, http).queryView({ gameId })),
    getRecord: async (gameId) => answer(await new RecordsApi(as(), basePath, http).getRecord({ gameId })),
    getResult: async (gameId) => answer(await new GamesApi(as(), basePath, http).getResult({ gameId })),
  };
}

void main(player, games);
