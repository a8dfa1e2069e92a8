/** The texts of tournaments, in Italian. */

import type { Words } from "../../i18n";

export default {
  absence_level: "Computer che gioca per gli assenti",
  absence_usual: "Come di solito: sconfitta nelle partite classificate, altrimenti una mossa predefinita",
  absent_players: "Giocatori assenti",
  add_count: "{count, plural, =0 {Aggiungi} other {Aggiungi #}}",
  add_division: "Aggiungi una divisione",
  add_entrant: "Iscrivi",
  add_stage: "Aggiungi una fase, ad esempio la finale",
  added_count:
    "{count, plural, =0 {Nessun giocatore aggiunto.} one {Aggiunto # giocatore.} other {Aggiunti # giocatori.}}",
  advance: "Giocatori che passano da ogni tavolo",
  after_round: "dopo il turno {round}",
  all: "Tutti",
  all_games: "Tutte le partite dell’incontro",
  apart_groups: "Altri che non si incontrano",
  apart_groups_note:
    "Un gruppo per riga, con i nomi separati da virgole: una famiglia, un club, i bot di un proprietario. Un gruppo ha almeno due nomi.",
  apart_rounds: "Ultimo turno in cui non si incontrano",
  apart_rounds_note: "0: tutti i turni.",
  apart_unknown: "Nessun iscritto ha questo nome: {names}.",
  are_you_guest: "Sei un ospite di questo torneo?",
  arena_minutes: "Durata dell’arena in minuti",
  arena_minutes_note: "0: finché ognuno non ha giocato il numero di incontri indicato.",
  away_until: "in ferie fino al {until}",
  best_results: "Migliori risultati che contano",
  best_results_note: "0: contano tutti i risultati.",
  board: "Posto nella squadra",
  board_points: "Punti ai tavoli",
  board_note: "A partire da 1. 0: nessuno.",
  bracket: "Tabellone",
  bracket_ahead_note:
    "Il primo turno non è ancora abbinato. I giocatori dello stesso girone e quelli che non devono incontrarsi possono ancora scambiarsi di posto.",
  bracket_part:
    "{part, select, winners {Tabellone dei vincitori} losers {Tabellone dei perdenti} final {Finale} other {}}",
  bracket_round: "{count, select, 1 {Finale} 2 {Semifinali} 4 {Quarti di finale} other {}}",
  bracket_source:
    "{kind, select, seed {Testa di serie {number}} place {{ordinal, select, other {{number}º}} posto} group_place {{ordinal, select, other {{number}º}} di un girone} other {Prossimo in classifica}}",
  by_hand_note: "Per cambiare i posti, scegli due nomi: si scambiano.",
  by_team_note: "Le squadre sono abbinate automaticamente. Le formazioni dicono chi gioca a quale tavolo.",
  bye: "riposo",
  bye_points: "Punti per il turno di riposo",
  bye_points_note: "Vuoto: come per il primo posto.",
  byes: "Riposano:",
  calendar: "Calendario (iCal)",
  called_title: "Il tuo tavolo è pronto",
  cancel_note: "Chiude il torneo definitivamente. Le partite in corso continuano, ma non contano.",
  cancel_tournament: "Annulla il torneo",
  captain: "Capitano",
  captain_note: "Decide le formazioni della squadra. Senza capitano lo fa il primo membro.",
  challenge: "Sfida",
  challenge_by: "Ordine e sfide",
  challenge_by_named: "{by, select, place {Per posto} rating {Per rating} other {}}",
  challenge_by_note:
    "{by, select, place {Lo sfidante che vince prende il posto dell’avversario.} rating {Ogni incontro cambia il rating di entrambi i giocatori. La scala segue il rating.} other {}}",
  challenge_player: "Sfida {name}",
  change_season: "Modifica la stagione",
  change_tournament: "Modifica",
  check_in: "Conferma la presenza",
  check_in_asked: "Conferma la presenza, {name}: gioca solo chi la conferma.",
  check_in_note: "Gioca solo chi conferma la presenza prima dell’inizio.",
  check_in_wanted: "Richiedi la conferma della presenza",
  checked_in: "presenza confermata",
  choose_seat: "Chi comincia la prossima partita? Scegli tu.",
  choose_seat_for: "{name} sceglie il posto nella prossima partita.",
  claim_decision_note: "Il motivo è pubblico. Il risultato dell’incontro non cambia: se serve, fissalo a parte.",
  claim_kind: "Di che cosa si tratta",
  claim_kind_named:
    "{kind, select, result {Risultato errato} conduct {Comportamento di un giocatore} technical {Problema tecnico} other {Altro}}",
  claim_match: "Incontro",
  claim_match_named: "Turno {round}, tavolo {table}: {names}",
  claim_positions: "Partita {game}, registro: {positions}",
  claim_send:
    "{step, select, answered {Rispondi} withdrawn {Ritira} upheld {Accogli} rejected {Respingi} appealed {Fai ricorso} other {}}",
  claim_status:
    "{status, select, open {In attesa di decisione} decided {Deciso} appealed {Ricorso in attesa di decisione} closed {Chiuso} other {}}",
  claim_step:
    "{step, select, filed {{name} presenta il reclamo:} answered {{name} risponde:} withdrawn {{name} ritira il reclamo:} upheld {{name} accoglie il reclamo:} rejected {{name} respinge il reclamo:} appealed {{name} fa ricorso:} other {}}",
  claim_step_text:
    "{step, select, answered {La tua risposta} withdrawn {Motivo del ritiro} appealed {Motivo del ricorso} other {Motivo (visibile nel registro)}}",
  claim_text: "Che cosa è successo",
  claim_title: "Reclamo {claim}: turno {round}, tavolo {table}",
  claim_versions: "Posizioni nel registro della partita (facoltative)",
  claim_versions_note: "Numeri, per esempio 12, 17.",
  claims: "Reclami",
  claims_note: "Gli altri giocatori dell’incontro e gli arbitri leggono il tuo reclamo. Intanto il torneo continua.",
  claims_pending:
    "{count, plural, one {# reclamo attende una decisione.} other {# reclami attendono una decisione.}} Il turno successivo comincia comunque.",
  clock: "Limite di tempo",
  clock_named:
    "{kind, select, none {Nessuno} per_decision {Tempo per decisione} budget {Tempo per giocatore e partita} days " +
    "{Giorni per decisione} other {}}",
  clock_none_note: "Senza limite di tempo, un turno aspetta all’infinito un giocatore assente.",
  closed_to_spectators:
    "{game, plural, =0 {} other {Partita #: }}{why, select, until_deal {nascosta finché non finiscono tutte le " +
    "partite della stessa mano} until_over {nascosta finché non è finita} other {visibile solo a chi la gioca}}",
  code: "Codice",
  code_from_organiser: "Codice, dall’organizzatore",
  commitment_broken: "Non corrisponde all’impegno",
  commitment_kept: "Corrisponde all’impegno preso prima dell’inizio; verificato in questo browser",
  comparison: "{number}º criterio",
  computers: "Computer",
  computers_note: "Numero di giocatori computer per ogni forza. Altri possono iscriversi dopo.",
  confirm_season: "Conferma promozioni e retrocessioni",
  confirm_season_note: "Scegli la divisione di ogni giocatore nella prossima stagione.",
  confirmed_because: "Motivo delle modifiche",
  conflict:
    "Tavolo {table}: {names} ({reason, select, unavoidable {in questo turno non si può evitare} schedule {per il calendario del girone} bracket {per il tabellone} other {abbinati dall’organizzatore}})",
  copy_entry_link: "Copia il link per iscriversi",
  copy_list: "Copia l’elenco degli iscritti",
  correct_result: "Interrompi e correggi",
  correction_note:
    "{part, select, final {La finale, cominciata {ago}, viene interrotta.} final_over {La finale, cominciata {ago}, " +
    "viene annullata.} semi_finals {Le semifinali in cui cambiano i giocatori vengono interrotte. Sono cominciate " +
    "{ago}.} other {Le partite del turno {round} in cui cambiano i giocatori vengono interrotte. Il turno è " +
    "cominciato {ago}.}}{later, select, true { I turni successivi vengono eliminati.} other {}} Al tavolo vanno i " +
    "giocatori giusti, che leggono il tuo motivo. Le partite finite restano nel rating, ma non contano nel torneo.",
  create: "Crea",
  create_season: "Crea una stagione",
  create_tournament: "Crea un torneo",
  create_tournament_note:
    "Il nome, gli orari, il numero massimo di iscritti e i turni futuri si possono cambiare anche dopo.",
  creating_round: "Creazione del turno {round}: {created} partite su {games}",
  crosstable: "Tabella incrociata",
  cup_label: "Etichetta",
  cup_label_note: "Per ritrovare i tuoi tornei, ad esempio «club del venerdì».",
  cup_times: "Orari",
  days: "Giorni",
  deal: "La mano",
  deal_commitment: "Impegno sulle mani (SHA-256 del segreto)",
  deal_named:
    "{deal, select, game {Ogni partita la sua} match {La stessa in tutte le partite di un incontro} round {La " +
    "stessa a tutti i tavoli di un turno} other {}}",
  deal_note: "Le partite della stessa mano sono nascoste agli spettatori finché non finisce l’ultima.",
  deal_shared: "{deal, select, match {una mano per incontro} round {una mano per turno} other {}}",
  delete_round: "Elimina il turno",
  delete_round_note:
    "Elimina il turno {round}, cominciato {ago}, e mette il torneo in pausa. {games, plural, =0 {} one {# partita in " +
    "corso viene interrotta. } other {# partite in corso vengono interrotte. }}I giocatori leggono il tuo motivo. Le " +
    "partite finite restano nel rating, ma non contano nel torneo.",
  delete_season: "Elimina la stagione",
  delete_season_note: "Elimina definitivamente la stagione e le sue classifiche. I tornei restano.",
  description: "Descrizione",
  details: "Punti, sorteggi e file",
  disqualified: "squalificato",
  disqualify: "Squalifica",
  disqualify_note:
    "Esclude il giocatore da tutti i turni seguenti e lo mette all’ultimo posto. Le partite in corso vengono " +
    "abbandonate.",
  division: "Divisione",
  division_name: "Nome della divisione",
  double_loss: "Doppia sconfitta: nessuno ottiene punti",
  end_ladder_note:
    "Chiude la scala definitivamente. Gli incontri in corso non contano: prima metti in pausa e aspetta che finiscano.",
  end_ladder_tournament: "Chiudi la scala",
  enter_as: "Ti iscrivi come {name}.",
  enter_needs_key: "Accedi per partecipare.",
  expected_players: "Giocatori previsti",
  file_claim: "Presenta un reclamo",
  first_division: "Prima divisione",
  first_round:
    "{next, select, organiser {L’organizzatore abbina il primo turno.} other {Gli abbinamenti del primo turno " +
    "sono in corso.}}",
  forecast: "Anteprima",
  forecast_few: "Troppo pochi giocatori per tutte le fasi.",
  forecast_text:
    "{players, plural, one {# giocatore} other {# giocatori}}: {rounds, plural, =0 {} one {# turno, } other {# turni, }}{tables, plural, one {# tavolo} other {# tavoli}}{time, select, none {} other {, circa {time}}}",
  format: "Formula",
  format_named:
    "{format, select, swiss {Svizzero} round_robin {Girone all’italiana} knockout {Eliminazione diretta} " +
    "double_knockout {Doppia eliminazione} ladder {Scala} arena {Arena} other {}}",
  format_note:
    "{format, select, swiss {Un numero fisso di turni; si incontrano giocatori con punti simili.} round_robin " +
    "{Ogni giocatore incontra tutti gli altri.} knockout {I perdenti di ogni incontro sono eliminati.} " +
    "double_knockout {Chi perde due volte è eliminato.} ladder {Senza fine: i giocatori si sfidano tra loro e i risultati decidono l’ordine.} arena {Senza turni: i giocatori liberi ricevono subito un " +
    "nuovo incontro.} other {}}",
  full_screen: "Schermo intero",
  game_number: "Partita {game}",
  game_played: "Gioco",
  games_each: "{count, plural, one {# partita per incontro} other {# partite per incontro}}",
  games_per_match: "Partite per incontro",
  games_short: "Partite",
  group_named: "Girone {group}",
  groups: "Gironi",
  guest: "ospite",
  guest_name: "Il tuo nome",
  guest_number: "Numero dato dall’organizzatore",
  guest_number_of: "n. {number}",
  guest_of_private: "Sei ospite di un torneo privato?",
  guest_of_private_note: "Accedi con il numero e il PIN ricevuti dall’organizzatore.",
  guest_pin: "PIN dell’organizzatore",
  guest_sign_in: "Entra come ospite",
  guest_wrong: "Il numero, il PIN o il link non è corretto.",
  guests_by_name: "Ospiti, per nome",
  have_changed: "Si sono scambiati di posto: {one}, {other}.",
  hours_minutes: "{hours, plural, =0 {} other {# h }}{minutes, plural, =0 {} other {# min}}",
  house_rules: "Regole della casa",
  house_rules_note: "Una regola per riga.",
  i_start: "Comincio io",
  ladder_runs: "Sei l’organizzatore. I giocatori si sfidano tra loro.",
  ladder_waits:
    "Sei nella scala come {name}. {by, select, rating {Sfida in classifica un giocatore con un rating simile.} other {Sfida un giocatore sopra di te in classifica.}}",
  large_screen: "Schermo grande",
  late_points: "Punti per ogni partita saltata",
  late_wanted: "Permetti le iscrizioni dopo l’inizio",
  leave_staff: "Lascia lo staff",
  leave_venue: "Pagina del torneo",
  lineup_board: "Tavolo {board}",
  lineup_minutes: "Minuti prima di un turno in cui le formazioni si chiudono",
  lineup_minutes_note: "Per i turni con un orario. Altrimenti si chiudono quando il turno è abbinato.",
  lineup_of: "{team}: formazione per il turno {round}",
  lineup_reserves: "Riserve: {names}",
  lineup_until: "I capitani possono cambiarla fino al {at}.",
  lineups: "Formazioni",
  lineups_note: "Chi gioca a quale tavolo nel prossimo turno. Le altre squadre lo vedono quando il turno è abbinato.",
  list_too_long: "Un torneo ha al massimo {most} giocatori.",
  match_points: "Punti incontro",
  match_points_for: "Punti incontro di una squadra",
  match_points_of: "vittoria {win}, pareggio {draw}, sconfitta {loss}",
  match_score: "Punteggio dell’incontro",
  match_status: "{status, select, running {in corso} other {concluso}}",
  matches_each: "Incontri per iscritto",
  matches_of_teams: "Incontri a squadre",
  mates_apart: "I compagni di squadra non si incontrano",
  mates_apart_note: "Se alcuni devono incontrarsi, il turno li elenca con il motivo.",
  matrix_note:
    "Punti vinti ai tavoli condivisi con ogni avversario. Le intestazioni delle colonne sono le posizioni degli " +
    "avversari.",
  max_entrants: "Numero massimo di iscritti",
  met_anyway: "Si incontrano, anche se non dovrebbero:",
  minutes: "Minuti",
  minutes_per_game: "Minuti per partita",
  more: "Mostra altri",
  my_tournaments: "Organizzati da me",
  name_may: "Nome (facoltativo)",
  name_not_allowed: "Il nome è vuoto, troppo lungo o contiene caratteri non ammessi.",
  name_staff: "Aggiungi allo staff",
  names_list: "Nomi, uno per riga",
  names_list_note:
    "Puoi anche incollare righe di un foglio di calcolo: nome, punteggio, ID del giocatore. La squadra va tra parentesi quadre, “Ada [Torri]”, o in una colonna intitolata “squadra”. Gli ospiti non hanno bisogno di un account: dai loro il PIN.",
  new_pin: "Nuovo PIN",
  new_pin_note:
    "Il vecchio PIN smette subito di valere. I dispositivi su cui l’ospite ha già effettuato l’accesso restano collegati.",
  next_game_at: "prossima partita: {at}",
  next_named: "{next, select, automatic {Automaticamente} other {Dall’organizzatore}}",
  next_round: "Il prossimo turno",
  next_season: "Iscritti alla prossima stagione",
  next_season_note: "I partecipanti confermati di questa divisione. Vengono aggiunti appena il torneo è creato.",
  next_starts: "La prossima partita la comincia {name}.",
  next_tournament: "Crea il prossimo torneo",
  no_entrants: "Ancora nessun iscritto.",
  no_open_table: "Nessun tavolo è visibile ora.",
  no_own_tournaments: "Non organizzi ancora nessun torneo.",
  no_score_sheets: "Nessuna partita di questo turno è ancora finita.",
  no_seasons: "Non ci sono stagioni.",
  no_show_limit: "Assenze di fila prima del ritiro",
  no_show_note: "0: gli assenti restano in gara.",
  no_standings: "La classifica appare quando inizia un torneo.",
  not_there_yet: "Non ancora disponibile.",
  nothing_changed: "La classifica non è cambiata.",
  nothing_to_print: "Nessun turno è ancora stato abbinato.",
  open_tournament: "Apri il torneo",
  open_until: "aperto fino a {at}",
  organise: "Organizzazione",
  organiser_enters_too: "L’organizzatore può sempre aggiungere giocatori e ospiti.",
  organiser_needed:
    "Qui solo alcuni giocatori creano tornei. Il gestore del servizio può aggiungerti con il tuo ID di giocatore.",
  organiser_note:
    "{status, select, registration {Sei l’organizzatore. Comincia quando tutti sono pronti.} paused {In pausa: " +
    "nessun altro turno viene abbinato.} other {{between, select, true {{next, select, organiser {Abbina il " +
    "prossimo turno quando vuoi.} other {Il prossimo turno viene abbinato automaticamente.}}} other {Sei " +
    "l’organizzatore. Le partite sono in corso.}}}}",
  organiser_signs_in: "Accedi per creare un torneo.",
  own_texts: "Descrizione e regole della casa",
  pair_again: "Abbina di nuovo il turno {round}",
  pair_again_note:
    "Il turno è cominciato {ago}. Le partite in cui cambiano i giocatori vengono interrotte, e questi giocatori " +
    "leggono il tuo motivo.",
  pair_next: "Abbina il prossimo turno",
  pairing_and_places: "Abbinamenti e piazzamenti",
  pairing_priority: "Che cosa conta di più negli abbinamenti",
  pairing_priority_named:
    "{priority, select, points {Si affronta chi ha gli stessi punti} other {Ognuno siede in ogni posto lo stesso numero di volte}}",
  pause_minutes: "Minuti tra un turno e l’altro",
  pause_note: "Nessun altro turno viene abbinato finché non riprendi. Le partite in corso continuano.",
  pause_tournament: "Metti in pausa",
  penalty: "Assegna una penalità",
  penalty_note: "Punti detratti in questa fase. 0 annulla la penalità.",
  penalty_of: "penalità: {points}",
  pin_of: "PIN {pin}",
  place: "Posizione",
  place_change: "posizione {before} → {now}",
  place_points: "Punti per posizione",
  place_points_note: "Dal primo posto, ad esempio 10, 6, 3, 1. Vuoto: contano i punti di ogni torneo.",
  places_above: "Posti più in alto che si possono sfidare",
  places_down: "{places, plural, one {giù di # posto} other {giù di # posti}}",
  places_up: "{places, plural, one {su di # posto} other {su di # posti}}",
  play_table: "Gioca: turno {round}, tavolo {table}{game, plural, =0 {} other {, partita #}}",
  player_id: "ID del giocatore",
  players_count: "{count, plural, one {# giocatore} other {# giocatori}}",
  players_in_seat_order: "Giocatori in ordine di posto",
  podium_many:
    "{areTeams, select, true {Vittoria condivisa da {count} squadre} other {Vittoria condivisa da {count} giocatori}}",
  podium_more: "{count, plural, one {e un altro} other {e altri #}}",
  podium_own: "Il tuo posto finale: {place}.",
  podium_shared: "Vincono a pari merito {names}",
  podium_title: "{areTeams, select, true {Squadra vincitrice: {name}} other {Vince il torneo {name}}}",
  points: "Punti",
  points_change: "punti {before} → {now}",
  points_note: "{size, plural, one {# numero} other {# numeri}} dal primo posto. Vuoto: come indicato.",
  points_table: "Punti per posizione, a partita",
  print: "Stampa",
  print_named:
    "{sheet, select, tables {Abbinamenti per tavolo} names {Abbinamenti per nome} slips {Tagliandi dei risultati} standings {Classifica} bracket {Tabellone} scores {Dettaglio dei punti} other {}}",
  private_invitation: "Hai un invito a un torneo privato",
  provisional: "Classifica provvisoria: un torneo è in corso.",
  qualify: "Quanti passano da ogni girone",
  qualify_all: "Quanti passano alla fase successiva",
  rated_as: "rating {rating}",
  rated_games: "Le partite contano per il rating",
  rating: "Rating",
  rating_and_spectators: "Punteggi e spettatori",
  rating_difference: "Differenza massima di rating",
  reason: "Motivo (visibile nel registro)",
  reason_may: "Motivo (facoltativo, visibile nel registro)",
  reason_of_changes: "Motivo delle modifiche (facoltativo, visibile a tutti)",
  record_note: "La registrazione contiene tutti i dati degli abbinamenti. Il comando “bottega verify” li ricalcola.",
  reenter: "Riammetti",
  reenter_note: "Partecipa di nuovo, con lo stesso numero e gli stessi punti.",
  registration: "Iscrizioni",
  registration_named:
    "{registration, select, open {Tutti i giocatori} code {Chi ha il codice} other {Iscrive solo l’organizzatore}}",
  rejected_lines: "Non aggiunti:",
  rematch_hours: "Ore prima che gli stessi due si incontrino di nuovo",
  remove_division: "Rimuovi l’ultima divisione",
  remove_result: "Annulla il risultato",
  remove_staff: "Togli {name} dallo staff",
  remove_stage: "Togli l’ultima fase",
  repeat_days: "Giorni tra un torneo e il successivo",
  repeat_end: "Termina la serie",
  repeat_end_note: "Questo torneo si gioca. Dopo non ne viene creato nessun altro.",
  repeat_events: "Numero massimo di tornei, compreso questo",
  repeat_every:
    "{day, select, monday {ogni lunedì} tuesday {ogni martedì} wednesday {ogni mercoledì} thursday {ogni giovedì} friday {ogni venerdì} saturday {ogni sabato} sunday {ogni domenica} other {}}",
  repeat_every_days: "{days, plural, =1 {ogni giorno} other {ogni # giorni}}",
  repeat_kind: "Si ripete",
  repeat_kind_named: "{kind, select, none {Mai} week {Ogni settimana} other {A distanza di giorni}}",
  repeat_last: "Questo è l’ultimo torneo della serie.",
  repeat_left:
    "{count, plural, one {Al massimo # torneo, compreso questo.} other {Al massimo # tornei, compreso questo.}}",
  repeat_next: "{at, select, none {Prossimo torneo} other {Prossimo torneo: {at}}}",
  repeat_note:
    "Il torneo successivo viene creato con lo stesso programma e gli stessi collaboratori quando questo comincia, viene annullato o ha troppo pochi giocatori.",
  repeat_previous: "Torneo precedente",
  repeat_rule: "Si ripete {every} alle {time} ({zone}){until, select, none {} other {, fino al {until}}}.",
  repeat_time: "Ora dei tornei successivi",
  repeat_until: "Ultima data, se c’è",
  repeat_zone: "Fuso orario",
  replacement: "Posti liberi nella fase successiva",
  replacement_named:
    "{replacement, select, group {Il successivo dello stesso girone} standings {Il successivo in classifica} other {Restano liberi}}",
  replacement_note: "Se un qualificato si ritira prima dell’inizio della fase.",
  reset_seating: "Ripristina gli abbinamenti",
  result_set: "deciso dall’organizzatore",
  resume_tournament: "Riprendi",
  risers: "Promossi e retrocessi tra le divisioni",
  risers_fact: "{count, plural, one {# promozione e # retrocessione} other {# promozioni e # retrocessioni}}",
  risers_note: "A ogni confine, al massimo metà della divisione più piccola.",
  round_clock: "{kind, select, end {Il turno finisce tra} next {Prossimo turno tra} other {Tempo scaduto}}",
  round_ends: "Termine dei turni",
  round_ends_note:
    "Un turno resta aperto fino al suo termine. Poi chi deve muovere perde la partita e le altre si decidono " +
    "sul punteggio. I giocatori ricevono prima un avviso. Campi vuoti: i turni non hanno termine.",
  round_minutes: "Minuti per turno",
  round_open_until: "Il turno {round} è aperto fino a",
  round_times: "Orari d’inizio dei turni",
  round_times_note: "Nessun turno comincia prima del suo orario. Campo vuoto: comincia dopo il turno precedente.",
  rounds: "Turni",
  rounds_note: "Punti di ogni turno; sotto, le posizioni degli avversari.",
  rounds_until_all: "0: finché tutti non si sono incontrati.",
  rule_title: "Turno {round}, tavolo {table}",
  season: "Stagione",
  season_note:
    "{status, select, running {Quando tutti i tornei sono finiti, conferma promozioni e retrocessioni.} over {Tutti i tornei sono finiti. Conferma promozioni e retrocessioni.} confirmed {Gli iscritti alla prossima stagione sono definiti. Una nuova conferma sostituisce quella attuale.} other {}}",
  season_outcome:
    "{outcome, select, rises {▲ promozione} falls {▼ retrocessione} undecided {da decidere} other {resta}}",
  season_points:
    "{places, select, none {Punti dei tornei} other {Punti per posizione: {places}}}{best, plural, =0 {.} one {; conta il miglior risultato.} other {; contano i # migliori risultati.}}",
  season_status: "{status, select, running {In corso} over {Conclusa} confirmed {Confermata} other {}}",
  season_visibility: "Chi può trovare la stagione",
  season_visibility_named:
    "{value, select, public {Tutti, nell’elenco} unlisted {Chiunque abbia il link} other {Solo i suoi giocatori}}",
  seasons: "Stagioni",
  seasons_more: "Più tornei con una sola classifica.",
  seat_in_order: "Posto {number}",
  seat_is_chosen: "{name} sceglie il posto nella prossima partita.",
  seat_round: "Abbina questo turno",
  seated_by_hand: "abbinato dall’organizzatore",
  seconds: "Secondi",
  secret_later: "Il segreto viene pubblicato alla fine.",
  seed_commitment: "Impegno sui sorteggi (SHA-256 del seme)",
  seed_later: "Il seme viene pubblicato alla chiusura delle iscrizioni.",
  series_break: "Minuti tra una partita e l’altra",
  series_choice:
    "{series, select, none {Quante indicate sotto in «Partite»} best_3 {Al meglio delle 3} best_5 {Al meglio delle 5} first_2 {Fino a 2 vittorie} first_3 {Fino a 3 vittorie} fixed_2 {2, una dopo l’altra} break_3 {Al meglio delle 3 con pause} break_5 {Al meglio delle 5 con pause} cup_3 {Incontro di coppa, al meglio delle 3} cup_5 {Incontro di coppa, al meglio delle 5} own {Personalizzate, vedi sotto} other {3, una dopo l’altra}}",
  series_details: "Pause e spareggi",
  series_games: "Partite della serie",
  series_kind: "Ordine delle partite",
  series_kind_named:
    "{kind, select, simultaneous {Tutte insieme} best_of {Al meglio di un numero di partite} first_to {Fino a un numero di vittorie} other {Tutte le partite, una dopo l’altra}}",
  series_label: "Partite di un incontro",
  series_named:
    "{kind, select, best_of {al meglio delle {games} partite} first_to {{wins, plural, one {vince chi arriva " +
    "a # vittoria} other {vince chi arriva a # vittorie}}} other {{games, plural, one {# partita} other {# " +
    "partite di fila}}}}",
  series_note:
    "{minutes, plural, =0 {} one {# minuto tra una partita e l’altra.} other {# minuti tra una partita e l’altra.}} {games, plural, =0 {} one {In parità: uno spareggio} other {In parità: fino a # spareggi}}{clock, select, none {} same {.} half { con metà tempo.} other { con un limite di tempo proprio.}}",
  series_seats: "Posti dopo la prima partita",
  series_seats_named: "{seats, select, loser {Sceglie chi perde} other {A rotazione}}",
  series_seats_note: "L’ultimo di una partita sceglie durante la pausa, altrimenti i posti ruotano.",
  series_wins: "Vittorie da raggiungere",
  set_lineup: "Imposta la formazione",
  set_result: "Imposta il risultato",
  set_result_note: "Sostituisce il risultato delle partite. La classifica cambia subito.",
  set_team: "Imposta la squadra",
  shared_places: "Chi è in perfetta parità condivide il posto",
  shared_places_note: "I due sconfitti in semifinale sono allora terzi e quarti a pari merito.",
  signature: "Firma",
  sitting_out: "Non giocano:",
  slip_score: "Punteggio",
  smaller_tables: "Alcuni tavoli hanno un giocatore in meno, se il numero di giocatori lo richiede.",
  staff: "Staff",
  staff_note:
    "I coorganizzatori possono fare tutto ciò che puoi fare tu, tranne cambiare lo staff. Gli arbitri decidono i risultati e ritirano i giocatori. Gli assistenti aggiungono i giocatori e ne confermano la presenza.",
  staff_player: "Giocatore",
  staff_player_note: "Il nome di un giocatore di questo torneo, o l’ID di un giocatore qualsiasi.",
  staff_right: "{right, select, organise {Coorganizzatore} referee {Arbitro} assist {Assistente} other {}}",
  staff_role: "Ruolo",
  staff_unknown: "Nessun giocatore di questo torneo ha questo nome. Inserisci l’ID del giocatore.",
  stage_before: "Fase {number}: {name}",
  stage_facts:
    "{format, select, swiss {Svizzero, {rounds, plural, one {# turno} other {# turni}}} round_robin {Girone " +
    "all’italiana} knockout {Eliminazione diretta} double_knockout {Doppia eliminazione} ladder {Scala} arena {Arena, {matches, " +
    "plural, =0 {{minutes} minuti} one {# incontro a testa} other {# incontri a testa}}} other {}}{groups, " +
    "plural, =1 {} other { in # gironi}}{size, plural, =2 {} other {, tavoli da #}}",
  stage_final: "Fase finale: {name}",
  stage_named:
    "{format, select, swiss {Svizzero} round_robin {Girone} knockout {Eliminazione diretta} double_knockout " +
    "{Doppia eliminazione} ladder {Scala} arena {Arena} other {}}",
  stage_number: "Fase {number}",
  standings: "Classifica",
  standings_changed: "La classifica è cambiata:",
  standings_order:
    "{reason, select, stages {Prima conta la fase finale: chi ci è arrivato sta sopra tutti gli altri, quali che " +
    "siano i punti. I punti sono quelli della fase.} knockout {Nell’eliminazione diretta sta più in alto chi è " +
    "andato più avanti. I punti decidono fra chi è arrivato allo stesso turno.} teams {Nell’eliminazione diretta a squadre, un incontro in parità è deciso dal primo tavolo con un risultato diverso, poi dalle teste di serie.} other {Prima la fase finale, poi " +
    "i punti}}",
  start_time: "Inizio",
  start_time_note: "Il torneo inizia automaticamente a quest’ora. Lascia vuoto per avviarlo tu.",
  start_tournament: "Comincia",
  starts_at: "comincia {at}",
  starts_named: "Comincia {name}",
  status: "Stato",
  substitute: "Sostituisci",
  substitute_note: "Un altro giocatore gioca al posto di questo partecipante. I punti restano.",
  substitute_player: "Giocatore",
  substitute_player_note: "L’ID del giocatore o un link alla sua pagina.",
  substitute_takes_over: "Subentra nelle partite in corso",
  substitute_takes_over_note:
    "Il giocatore attuale perde questi posti. Una partita a due valida per il punteggio che cambia giocatore non cambia alcun punteggio. Altrimenti le partite le finisce il giocatore attuale.",
  table_column: "Tavolo",
  table_number: "Tavolo {table}",
  table_of: "Tavolo da {size}",
  table_size: "Giocatori per tavolo",
  tables: "Tavoli",
  tables_closed: "{closed} tavoli su {all} conclusi",
  tables_closed_of: "Tavoli conclusi",
  tables_played: "{running} in corso, {all} in tutto",
  take_part: "Partecipa",
  team: "Squadra",
  team_board: "{team}, posto {board}",
  team_advances:
    "{by, select, top_board {Parità. Più punti al primo tavolo con un risultato diverso: {team}.} seeding {Parità a tutti i tavoli. Passa la testa di serie migliore: {team}.} other {Vince l’incontro: {team}}}",
  team_boards: "Tavoli di un incontro a squadre",
  team_boards_note: "0: si incontrano i singoli. Altrimenti in ogni turno si incontrano le squadre, tavolo per tavolo.",
  team_level_note:
    "Nell’eliminazione diretta, un incontro in parità va alla squadra con più punti al primo tavolo con un risultato diverso, poi alla testa di serie migliore.",
  team_matches_fact: "{boards, plural, one {squadre a # tavolo} other {squadre a # tavoli}}",
  team_may: "Squadra (vuoto: nessuna)",
  teams: "Squadre",
  the_games: "Partite",
  the_tournament: "Torneo",
  they_start: "Comincia l’avversario",
  tie_break:
    "{name, select, opponents {Punti degli avversari} head_to_head {Scontri diretti} difference {Differenza " +
    "punteggi} wins {Vittorie} random {Sorteggio} other {}}",
  tie_break_clock: "Limite di tempo degli spareggi",
  tie_break_clock_named:
    "{clock, select, same {Lo stesso} half {Metà tempo} per_decision {Tempo per decisione} other {Tempo per giocatore e partita}}",
  tie_break_game: "spareggio",
  tie_break_games: "Massimo di spareggi",
  tie_break_games_note: "Per un incontro in parità. Decide la prima partita con un vincitore (morte improvvisa).",
  tie_break_short: "{name, select, opponents {Avv.} head_to_head {Dir.} difference {±} other {}}",
  tie_breaks_in_order: "Ordine degli spareggi",
  top_table: "Segui il primo tavolo",
  tournament_event:
    "{type, select, vacation {{away, select, true {{name} è in ferie fino al {until}} other {{name} torna dalle ferie}}} substituted {Subentra un sostituto: {name}} claim_step {Reclamo {claim} (turno {round}, tavolo {table}): {step, select, filed {presentato da {name}} answered {risposta di {name}} withdrawn {ritirato da {name}} upheld {accolto} rejected {respinto} appealed {ricorso di {name}} other {}}} " +
    "entered {Si iscrive {name}} checked_in {Conferma la presenza {name}} withdrew {Si ritira " +
    "{name}} reentered {Rientra {name}} disqualified {{name}: squalifica} penalised {{points, plural, =0 {{name}: " +
    "la penalità è annullata} one {{name} perde # punto} other {{name} perde # punti}}} changed {L’organizzatore " +
    "modifica il torneo} postponed {Troppo pochi iscritti: l’inizio è rimandato} " +
    "forfeited {Turno {round}, tavolo {table}: {name} lascia, l’incontro è concluso} " +
    "taken_back {{corrected, select, true {Turno {round}: abbinato di nuovo dopo una correzione} other {Turno {round}: eliminato}}} " +
    "stopped {Turno {round}, tavolo {table}: una partita è interrotta} ruling_withdrawn {Turno " +
    "{round}, tavolo {table}: il risultato assegnato è annullato} started {Il torneo comincia; le " +
    "iscrizioni sono chiuse} stage_began {Comincia la fase {stage}} challenged {{name} sfida {opponent}} paired {L’organizzatore abbina il turno " +
    "{round}} " +
    "lineup_closes_soon {Le formazioni del turno {round} stanno per chiudersi} round_ends_soon {Il turno {round} sta per finire} opened {Turno {round}: abbinato} finished {{aborted, select, true {Turno {round}, tavolo {table}: " +
    "tutti i giocatori abbandonano} other {Turno {round}, tavolo {table}: {order}}}} ruled {{lost, select, true " +
    "{Turno {round}, tavolo {table}, per decisione: doppia sconfitta} other {Turno {round}, tavolo " +
    "{table}, per decisione: {order}}}} seat_chosen {Turno {round}, tavolo {table}: {name} prende il posto {seat} nella prossima partita} lineup_set {{name}: formazione per il turno {round}} staff_changed {{right, select, organise {Nuovo coorganizzatore: {name}} " +
    "referee {Nuovo arbitro: {name}} assist {Nuovo assistente: {name}} other {{name} lascia lo staff}}} paused {In pausa} resumed {Si riprende} cancelled {Annullato} " +
    "ended {Il torneo è finito} reopened {Il torneo è riaperto: resta un incontro da giocare} other {}}",
  tournament_log: "Registro del torneo",
  tournaments_more: "Abbinamenti, tavoli e classifica, dal vivo.",
  unopposed: "Senza avversario, con i punti del riposo: {names}",
  vacation: "Ferie",
  vacation_days: "Giorni di ferie per giocatore",
  vacation_days_note: "Durante le ferie gli orologi di tutte le partite del giocatore sono fermi. 0: niente ferie.",
  vacation_end: "Termina le ferie",
  vacation_end_note: "Gli orologi ripartono subito. I giorni rimasti restano.",
  vacation_left: "{days, plural, one {Resta # giorno.} other {Restano # giorni.}}",
  vacation_length: "Giorni",
  vacation_note:
    "Gli orologi di tutte le partite di questo torneo restano fermi fino alla fine delle ferie. Una mossa termina le ferie nella sua partita. Le scadenze dei turni non cambiano.",
  vacation_start: "Inizia le ferie",
  venue_pairings: "Abbinamenti",
  watch_game:
    "{game, plural, =0 {{status, select, running {Guarda} other {Rivedi}}} other {{status, select, running " +
    "{Guarda la partita {game}} other {Partita {game}}}}}",
  which_games: "Quali partite",
  who_enters: "Chi può iscriversi",
  winner_of:
    "{count, select, 2 {Vincitore semifinale {number}} 4 {Vincitore quarto {number}} other {Vincitore tavolo {number}}}",
  wins: "Vittorie",
  withdraw: "Ritirati",
  withdraw_note: "Non partecipa ai turni successivi. Le partite in corso continuano.",
  withdrawn: "ritirato",
  won: "vittoria",
  you_are_away: "Sei in ferie fino al {until}.",
  you_are_in: "Partecipi come {name}.",
  you_wait: "Partecipi come {name}. Nessuna partita ti aspetta.",
  your_games_wait: "{name}, il tuo tavolo è pronto. Accomodati.",
  your_part: "La tua partecipazione",
} satisfies Words["tournament"];
