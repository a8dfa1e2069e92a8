/** The texts of tournaments, in English, whose keys all languages have. */

export default {
  absence_level: "Computer that plays for absent players",
  absence_usual: "The usual: a loss in rated games, else a default move",
  absent_players: "Absent players",
  add_count: "{count, plural, =0 {Add} other {Add #}}",
  add_entrant: "Add",
  add_stage: "Add a stage, such as a final",
  added_count: "{count, plural, =0 {No player was added.} one {# player was added.} other {# players were added.}}",
  advance: "Players who advance from each table",
  after_round: "after round {round}",
  all: "All",
  all_games: "All games of the match",
  apart_rounds: "Last round in which they do not meet",
  apart_rounds_note: "0: all rounds.",
  are_you_guest: "Are you a guest of this tournament?",
  arena_minutes: "Minutes of the arena",
  arena_minutes_note: "0: until each player has played the number of matches below.",
  board: "Board",
  board_note: "The order in the team, from 1. 0: none.",
  bracket: "Bracket",
  bracket_part: "{part, select, winners {Winners’ bracket} losers {Losers’ bracket} final {Final} other {}}",
  bracket_round: "{count, select, 1 {Final} 2 {Semi-finals} 4 {Quarter-finals} other {}}",
  by_hand_note: "To change the pairings, choose two names: they swap places.",
  bye: "bye",
  bye_points: "Points of a bye",
  bye_points_note: "Empty: as for a first place.",
  byes: "Bye:",
  calendar: "Calendar (iCal)",
  called_title: "Your table is ready",
  cancel_note: "Ends the tournament permanently. Running games continue but do not count.",
  cancel_tournament: "Cancel the tournament",
  change_tournament: "Change",
  check_in: "Check in",
  check_in_asked: "Check in, {name}: only players who check in take part.",
  check_in_note: "Only players who check in before the start take part.",
  check_in_wanted: "Require check-in",
  checked_in: "checked in",
  clock: "Time control",
  clock_named:
    "{kind, select, none {None} per_decision {Time per decision} budget {Time per player and game} days {Days per " +
    "decision} other {}}",
  clock_none_note: "Without a time control, a round waits indefinitely for an absent player.",
  closed_to_spectators:
    "{game, plural, =0 {} other {Game #: }}{why, select, until_deal {hidden until all games with the same deal " +
    "have ended} until_over {hidden until it has ended} other {visible to its players only}}",
  code: "Code",
  code_from_organiser: "Code, from the organiser",
  commitment_broken: "Does not match the commitment",
  commitment_kept: "Matches the commitment made before the start; checked in this browser",
  comparison: "{number, select, 1 {1st} 2 {2nd} 3 {3rd} other {{number}th}} tie-break",
  computers: "Computers",
  computers_note: "Number of computer players of each strength. More can enter later.",
  conflict:
    "Table {table}: {names} ({reason, select, unavoidable {no pairing of the round avoids it} schedule {by the schedule of the round robin} bracket {by the bracket} other {paired by the organiser}})",
  copy_entry_link: "Copy the link to enter",
  correct_result: "Stop and correct",
  correction_note:
    "{part, select, final {This stops the final, which started {ago}.} final_over {This undoes the final, which " +
    "started {ago}.} semi_finals {This stops the semi-finals whose players change. They started {ago}.} other {This " +
    "stops the games of round {round} whose players change. The round started {ago}.}}{later, select, true { Later " +
    "rounds are deleted.} other {}} The right players are seated and read your reason. Finished games keep their " +
    "ratings, but do not count here.",
  create: "Create",
  create_tournament: "Create a tournament",
  create_tournament_note: "You can change the name, the times, the entrant limit and future rounds later.",
  creating_round: "Creating round {round}: {created} of {games} games",
  crosstable: "Crosstable",
  cup_label: "Label",
  cup_label_note: "To find your own tournaments, such as “Friday club”.",
  cup_times: "Times",
  days: "Days",
  deal: "Deal",
  deal_commitment: "Commitment for the deals (SHA-256 of the secret)",
  deal_named:
    "{deal, select, game {Different in each game} match {Same in all games of a match} round {Same at all tables " +
    "of a round} other {}}",
  deal_note: "Games with the same deal are hidden from spectators until the last of them has ended.",
  deal_shared: "{deal, select, match {one deal per match} round {one deal per round} other {}}",
  delete_round: "Delete the round",
  delete_round_note:
    "Deletes round {round}, which started {ago}, and pauses the tournament. {games, plural, =0 {} one {# running " +
    "game is stopped. } other {# running games are stopped. }}The players read your reason. Finished games keep " +
    "their ratings, but do not count here.",
  description: "Description",
  details: "Points, random draws and files",
  disqualified: "disqualified",
  disqualify: "Disqualify",
  disqualify_note: "Removes the player from all further rounds and ranks them last. Running games are resigned.",
  double_loss: "Double loss: no points",
  enter_as: "You enter as {name}.",
  enter_needs_key: "Sign in to take part.",
  expected_players: "Expected players",
  first_round:
    "{next, select, organiser {The organiser pairs the first round.} other {The first round is being paired.}}",
  forecast: "Preview",
  forecast_few: "Too few players for all stages.",
  forecast_text:
    "{players, plural, one {# player} other {# players}}: {rounds, plural, =0 {} one {# round, } other {# rounds, }}{tables, plural, one {# table} other {# tables}}{time, select, none {} other {, about {time}}}",
  format: "Format",
  format_named:
    "{format, select, swiss {Swiss} round_robin {Round robin} knockout {Knock-out} double_knockout {Double " +
    "knock-out} arena {Arena} other {}}",
  format_note:
    "{format, select, swiss {A fixed number of rounds; players with similar scores meet.} round_robin {Every " +
    "player meets every other.} knockout {The losers of each match are out.} double_knockout {A player who has " +
    "lost twice is out.} arena {No rounds: free players are paired again at once.} other {}}",
  full_screen: "Full screen",
  game_number: "Game {game}",
  game_played: "Game",
  games_each: "{count, plural, one {# game per match} other {# games per match}}",
  games_per_match: "Games per match",
  games_short: "Games",
  group_named: "Group {group}",
  groups: "Groups",
  guest: "guest",
  guest_name: "Your name",
  guest_pin: "PIN from the organiser",
  guest_sign_in: "Sign in as a guest",
  guests_by_name: "Guests, by name",
  have_changed: "{one} and {other} have swapped places.",
  hours_minutes: "{hours, plural, =0 {} other {# h }}{minutes, plural, =0 {} other {# min}}",
  house_rules: "House rules",
  house_rules_note: "One rule a line.",
  large_screen: "Large screen",
  late_points: "Points for each missed game",
  late_wanted: "Allow late entries",
  leave_staff: "Leave the staff",
  leave_venue: "Tournament page",
  list_too_long: "A tournament has at most {most} players.",
  match_score: "Match score",
  match_status: "{status, select, running {playing} other {closed}}",
  matches_each: "Matches per entrant",
  mates_apart: "Team mates do not meet",
  mates_apart_note: "If some must meet, the round lists them with the reason.",
  matrix_note: "Points won at tables shared with each opponent. The column headings are the opponents’ ranks.",
  max_entrants: "Maximum number of entrants",
  met_anyway: "These players meet although they should not:",
  minutes: "Minutes",
  minutes_per_game: "Minutes per game",
  more: "Show more",
  my_tournaments: "Organised by me",
  name_may: "Name (optional)",
  name_not_allowed: "The name is empty, too long, or has characters that are not allowed.",
  name_staff: "Add to the staff",
  names_list: "Names, one a line",
  names_list_note:
    "You can also paste rows of a spreadsheet: name, rating, ID of a player. A team stands in brackets, “Ada [Rooks]”, or in a column with the heading “team”. Guests need no account: give them their PIN.",
  next_game_at: "next game: {at}",
  next_named: "{next, select, automatic {Automatically} other {By the organiser}}",
  next_round: "Next round",
  no_entrants: "No entrants yet.",
  no_open_table: "No table can be watched now.",
  no_score_sheets: "No game of this round has ended yet.",
  no_show_limit: "No-shows in a row before withdrawal",
  no_show_note: "0: absent players stay in.",
  not_there_yet: "Not available yet.",
  nothing_changed: "The standings have not changed.",
  nothing_to_print: "No round has been paired yet.",
  organise: "Organise",
  organiser_enters_too: "The organiser can always add players and guests.",
  organiser_needed:
    "Here only some players create tournaments. The operator of this service can add you by your player ID.",
  organiser_note:
    "{status, select, registration {You are the organiser. Start when all entrants are ready.} paused {Paused: no " +
    "further round is paired.} other {{between, select, true {{next, select, organiser {Pair the next round when " +
    "you are ready.} other {The next round is paired automatically.}}} other {You are the organiser. Games are in " +
    "progress.}}}}",
  organiser_signs_in: "Sign in to create a tournament.",
  own_texts: "Description and house rules",
  pair_again: "Pair round {round} again",
  pair_again_note:
    "The round started {ago}. Games whose players change are stopped, and these players read your reason.",
  pair_next: "Pair the next round",
  pairing_and_places: "Pairing and places",
  pairing_priority: "What the pairing puts first",
  pairing_priority_named:
    "{priority, select, points {Equal points meet} other {Everyone sits in each seat equally often}}",
  pause_minutes: "Minutes between two rounds",
  pause_note: "Pairs no further round until you resume. Running games continue.",
  pause_tournament: "Pause",
  penalty: "Set a penalty",
  penalty_note: "Points deducted in this stage. 0 removes the penalty.",
  penalty_of: "penalty: {points}",
  pin_of: "PIN {pin}",
  place: "Place",
  place_change: "place {before} → {now}",
  play_table: "Play: round {round}, table {table}{game, plural, =0 {} other {, game #}}",
  player_id: "Player ID",
  players_count: "{count, plural, one {# player} other {# players}}",
  players_in_seat_order: "Players in seat order",
  podium_many: "{count} players share the win",
  podium_more: "and {count} more",
  podium_own: "You finished in place {place}.",
  podium_shared: "{names} share the win",
  podium_title: "{name} wins the tournament",
  points: "Points",
  points_change: "points {before} → {now}",
  points_note: "{size, plural, one {# number} other {# numbers}}, from the first place. Empty: as shown.",
  points_table: "Points by place, per game",
  print: "Print",
  print_named:
    "{sheet, select, tables {Pairings by table} names {Pairings by name} slips {Result slips} standings {Standings} bracket {Bracket} scores {Score sheets} other {}}",
  qualify: "Players who advance from each group",
  qualify_all: "Players who go on to the next stage",
  rated_as: "rating {rating}",
  rated_games: "Games are rated",
  rating_and_spectators: "Ratings and spectators",
  reason: "Reason (shown in the log)",
  reason_may: "Reason (optional, shown in the log)",
  record_note: "The record contains all data of the pairings. The command “bottega verify” computes them again.",
  reenter: "Re-enter",
  reenter_note: "Takes part again with the same number and points.",
  registration: "Registration",
  registration_named:
    "{registration, select, open {Open to all players} code {With a code} other {By the organiser only}}",
  rejected_lines: "Not added:",
  remove_result: "Remove the result",
  remove_staff: "Remove {name} from the staff",
  remove_stage: "Remove the last stage",
  replacement: "Free places in a next stage",
  replacement_named:
    "{replacement, select, group {The next of the same group} standings {The next in the standings} other {Stay free}}",
  replacement_note: "If a player who qualified leaves before the stage starts.",
  reset_seating: "Reset the pairings",
  result_set: "set by the organiser",
  resume_tournament: "Resume",
  round_clock: "{kind, select, end {Round ends in} next {Next round in} other {Time is up}}",
  round_minutes: "Minutes per round",
  round_times: "Start times of the rounds",
  round_times_note: "No round starts before its time. Leave a field empty to start after the round before.",
  rounds: "Rounds",
  rounds_note: "Points of each round, with the ranks of the opponents below.",
  rounds_until_all: "0: until all have met.",
  rule_title: "Round {round}, table {table}",
  seat_round: "Pair this round",
  seated_by_hand: "paired by the organiser",
  seconds: "Seconds",
  secret_later: "The secret is published after the end.",
  seed_commitment: "Commitment for random draws (SHA-256 of the seed)",
  seed_later: "The seed is published when registration closes.",
  series_choice:
    "{series, select, none {As many as in “Games” below} best_3 {Best of 3} best_5 {Best of 5} first_2 {First to 2 wins} first_3 {First to 3 wins} fixed_2 {2, one after another} other {3, one after another}}",
  series_label: "Games of a match",
  series_named:
    "{kind, select, best_of {best of {games}} first_to {{wins, plural, one {first to # win} other {first to # " +
    "wins}}} other {{games, plural, one {# game} other {# games one after another}}}}",
  set_result: "Set the result",
  set_result_note: "Replaces the result of the games. The standings change at once.",
  set_team: "Set the team",
  shared_places: "Players share a place if nothing decides",
  shared_places_note: "Both losers of the semi-finals are then third to fourth.",
  signature: "Signature",
  sitting_out: "Sitting out:",
  slip_score: "Score",
  smaller_tables: "Some tables have one player fewer if the number of players requires it.",
  staff: "Staff",
  staff_note:
    "Co-organisers may do all that you may do, except change the staff. Referees set results and withdraw players. Assistants add players and check them in.",
  staff_player: "Player",
  staff_player_note: "The name of a player in this tournament, or the ID of any player.",
  staff_right: "{right, select, organise {Co-organiser} referee {Referee} assist {Assistant} other {}}",
  staff_role: "Role",
  staff_unknown: "No player of this tournament has this name. Enter the ID of the player.",
  stage_before: "Stage {number}: {name}",
  stage_facts:
    "{format, select, swiss {Swiss, {rounds, plural, one {# round} other {# rounds}}} round_robin {Round robin} " +
    "knockout {Knock-out} double_knockout {Double knock-out} arena {Arena, {matches, plural, =0 {{minutes} " +
    "minutes} one {# match each} other {# matches each}}} other {}}{groups, plural, =1 {} other { in # " +
    "groups}}{size, plural, =2 {} other {, tables of #}}",
  stage_final: "Final stage: {name}",
  stage_named:
    "{format, select, swiss {Swiss} round_robin {Round robin} knockout {Knock-out} double_knockout {Double " +
    "knock-out} arena {Arena} other {}}",
  stage_number: "Stage {number}",
  standings: "Standings",
  standings_changed: "The standings have changed:",
  standings_order:
    "{reason, select, stages {The final stage counts first: its players rank above all others, whatever their " +
    "points. Points are those of the stage.} knockout {In a knock-out, a player who got further ranks higher. " +
    "Points decide between players who got equally far.} other {Final stage first, then points}}",
  start_time: "Start time",
  start_time_note: "The tournament starts automatically at this time. Leave it empty to start it yourself.",
  start_tournament: "Start",
  starts_at: "starts {at}",
  status: "Status",
  table_column: "Table",
  table_number: "Table {table}",
  table_of: "Table of {size}",
  table_size: "Players per table",
  tables: "Tables",
  tables_closed: "{closed} of {all} tables finished",
  tables_closed_of: "Tables finished",
  tables_played: "{running} playing, {all} in all",
  take_part: "Take part",
  team: "Team",
  team_board: "{team}, board {board}",
  team_may: "Team (empty: none)",
  teams: "Teams",
  the_games: "Games",
  the_tournament: "Tournament",
  tie_break:
    "{name, select, opponents {Opponents’ points} head_to_head {Head to head} difference {Score difference} wins " +
    "{Wins} random {Random draw} other {}}",
  tie_break_game: "tie-break game",
  tie_break_short: "{name, select, opponents {Opp.} head_to_head {H2H} difference {±} other {}}",
  tie_breaks_in_order: "Tie-breaks in order",
  top_table: "Follow the top table",
  tournament_event:
    "{type, select, entered {{name} enters} checked_in {{name} checks in} withdrew {{name} withdraws} reentered " +
    "{{name} re-enters} disqualified {{name} is disqualified} penalised {{points, plural, =0 {The penalty of " +
    "{name} is removed} one {{name} loses # point} other {{name} loses # points}}} changed {The organiser changes " +
    "the tournament} postponed {Too few entrants: the start is postponed} " +
    "forfeited {Round {round}, table {table}: {name} has left, the match is over} " +
    "taken_back {{corrected, select, true {Round {round} is paired again after a correction} other {Round {round} is deleted}}} " +
    "stopped {Round {round}, table {table}: a game is stopped} ruling_withdrawn {Round {round}, table {table}: " +
    "the result that was set is removed} started {The tournament starts; registration is closed} stage_began " +
    "{Stage {stage} starts} paired {The organiser pairs round {round}} opened {Round {round} is paired} finished " +
    "{{aborted, select, true {Round {round}, table {table}: all players resigned} other {Round {round}, table " +
    "{table}: {order}}}} ruled {{lost, select, true {Round {round}, table {table}, by ruling: double loss} " +
    "other {Round {round}, table {table}, by ruling: {order}}}} staff_changed {{right, select, organise {{name} is " +
    "now a co-organiser} referee {{name} is now a referee} assist {{name} is now an assistant} other {{name} leaves " +
    "the staff}}} paused {Paused} resumed {Resumed} " +
    "cancelled {Cancelled} ended {The tournament is over} reopened {The tournament is reopened: a match is left " +
    "to play} other {}}",
  tournament_log: "Tournament log",
  tournaments_more: "Pairings, tables and standings, live.",
  venue_pairings: "Pairings",
  watch_game:
    "{game, plural, =0 {{status, select, running {Watch} other {Replay}}} other {{status, select, running {Watch " +
    "game {game}} other {Game {game}}}}}",
  which_games: "Which games",
  who_enters: "Who may enter",
  winner_of:
    "{count, select, 2 {Winner of semi-final {number}} 4 {Winner of quarter-final {number}} other {Winner of table {number}}}",
  wins: "Wins",
  withdraw: "Withdraw",
  withdraw_note: "Takes part in no further round. Running games continue.",
  withdrawn: "withdrawn",
  won: "won",
  you_are_in: "You take part as {name}.",
  you_wait: "You take part as {name}. No game is waiting for you.",
  your_games_wait: "{name}, your table is ready. Please sit down.",
  your_part: "Your participation",
};
