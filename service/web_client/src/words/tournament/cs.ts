/** The texts of tournaments, in Czech. */

import type { Words } from "../../i18n";

export default {
  absence_level: "Počítač, který hraje za nepřítomné",
  absence_usual: "Obvykle: v hodnocené partii prohra, jinak výchozí tah",
  absent_players: "Nepřítomní hráči",
  add_count: "{count, plural, =0 {Přidat} other {Přidat: #}}",
  add_division: "Přidat divizi",
  add_entrant: "Přihlásit",
  add_stage: "Přidat další fázi, třeba finále",
  added_count:
    "{count, plural, =0 {Nikdo nebyl přidán.} one {Přidán # hráč.} few {Přidáni # hráči.} other {Přidáno # hráčů.}}",
  advance: "Postupující od každého stolu",
  after_round: "po {round}. kole",
  all: "Vše",
  all_games: "Všechny partie zápasu",
  apart_rounds: "Poslední kolo, ve kterém proti sobě nehrají",
  apart_rounds_note: "0: všechna kola.",
  are_you_guest: "Jste hostem tohoto turnaje?",
  arena_minutes: "Délka arény v minutách",
  arena_minutes_note: "0: dokud každý neodehraje počet zápasů vedle.",
  best_results: "Počet nejlepších výsledků, které se počítají",
  best_results_note: "0: počítají se všechny výsledky.",
  board: "Pořadí v týmu",
  board_note: "Od 1. 0: bez pořadí.",
  bracket: "Pavouk",
  bracket_part: "{part, select, winners {Pavouk vítězů} losers {Pavouk poražených} final {Finále} other {}}",
  bracket_round: "{count, select, 1 {Finále} 2 {Semifinále} 4 {Čtvrtfinále} other {}}",
  by_hand_note: "Chcete-li změnit rozsazení, vyberte dvě jména: vymění si místa.",
  bye: "volno",
  bye_points: "Body za volný los",
  bye_points_note: "Prázdné: jako za první místo.",
  byes: "Volno:",
  calendar: "Kalendář (iCal)",
  called_title: "Váš stůl je připraven",
  cancel_note: "Ukončí turnaj natrvalo. Rozehrané partie se dohrají, ale nezapočítají se.",
  cancel_tournament: "Zrušit turnaj",
  change_season: "Změnit sezónu",
  change_tournament: "Změnit",
  check_in: "Potvrdit účast",
  check_in_asked: "Potvrďte účast, {name}: hrají jen ti, kdo ji potvrdí.",
  check_in_note: "Hrají jen ti, kdo před začátkem potvrdí účast.",
  check_in_wanted: "Vyžadovat potvrzení účasti",
  checked_in: "účast potvrzena",
  clock: "Časový limit",
  clock_named:
    "{kind, select, none {Žádný} per_decision {Čas na rozhodnutí} budget {Čas na hráče a partii} days {Dny na " +
    "rozhodnutí} other {}}",
  clock_none_note: "Bez časového limitu čeká kolo na nepřítomného hráče neomezeně.",
  closed_to_spectators:
    "{game, plural, =0 {} other {Partie #: }}{why, select, until_deal {skryto, dokud neskončí všechny partie " +
    "stejného rozdání} until_over {skryto, dokud neskončí} other {viditelná jen pro její hráče}}",
  code: "Kód",
  code_from_organiser: "Kód od pořadatele",
  commitment_broken: "Neodpovídá závazku",
  commitment_kept: "Odpovídá závazku z doby před začátkem; ověřeno v tomto prohlížeči",
  comparison: "{number}. kritérium",
  computers: "Počítače",
  computers_note: "Počet počítačových hráčů každé síly. Další se mohou přihlásit později.",
  confirm_season: "Potvrdit postupy a sestupy",
  confirm_season_note: "Zvolte divizi každého hráče v příští sezóně.",
  confirmed_because: "Důvod změn",
  conflict:
    "Stůl {table}: {names} ({reason, select, unavoidable {v tomto kole to jinak nejde} schedule {podle rozpisu každý s každým} bracket {podle pavouka} other {nasadil pořadatel}})",
  copy_entry_link: "Kopírovat odkaz k přihlášení",
  copy_list: "Kopírovat seznam účastníků",
  correct_result: "Zastavit a opravit",
  correction_note:
    "{part, select, final {Zastaví se finále, které začalo {ago}.} final_over {Zruší se finále, které začalo {ago}.} " +
    "semi_finals {Zastaví se semifinále, ve kterých se mění hráči. Začala {ago}.} other {Zastaví se partie {round}. " +
    "kola, ve kterých se mění hráči. Kolo začalo {ago}.}}{later, select, true { Pozdější kola se smažou.} other {}} " +
    "Ke stolům usednou správní hráči a přečtou si váš důvod. Dohrané partie zůstanou v ratingu, ale v turnaji se " +
    "nepočítají.",
  create: "Vytvořit",
  create_season: "Vytvořit sezónu",
  create_tournament: "Vytvořit turnaj",
  create_tournament_note: "Název, časy, nejvyšší počet účastníků a budoucí kola lze změnit i později.",
  creating_round: "Vytváří se {round}. kolo: {created} z {games} partií",
  crosstable: "Křížová tabulka",
  cup_label: "Štítek",
  cup_label_note: "Podle něj najdete vlastní turnaje, třeba „páteční klub“.",
  cup_times: "Časy",
  days: "Dny",
  deal: "Rozdání",
  deal_commitment: "Závazek k rozdáním (SHA-256 tajemství)",
  deal_named:
    "{deal, select, game {Každá partie vlastní} match {Stejné ve všech partiích zápasu} round {Stejné u všech " +
    "stolů kola} other {}}",
  deal_note: "Partie téhož rozdání jsou divákům skryté, dokud neskončí poslední z nich.",
  deal_shared: "{deal, select, match {jedno rozdání na zápas} round {jedno rozdání na kolo} other {}}",
  delete_round: "Smazat kolo",
  delete_round_note:
    "Smaže {round}. kolo, které začalo {ago}, a pozastaví turnaj. {games, plural, =0 {} one {Zastaví se # rozehraná " +
    "partie. } few {Zastaví se # rozehrané partie. } other {Zastaví se # rozehraných partií. }}Hráči si přečtou váš " +
    "důvod. Dohrané partie zůstanou v ratingu, ale v turnaji se nepočítají.",
  delete_season: "Smazat sezónu",
  delete_season_note: "Trvale smaže sezónu a její tabulky. Turnaje zůstanou.",
  description: "Popis",
  details: "Body, losování a soubory",
  disqualified: "diskvalifikován",
  disqualify: "Diskvalifikovat",
  disqualify_note: "Vyřadí ze všech dalších kol a zařadí na poslední místo. Rozehrané partie se vzdají.",
  division: "Divize",
  division_name: "Název divize",
  double_loss: "Oboustranná prohra: body nezíská nikdo",
  enter_as: "Přihlásíte se jako {name}.",
  enter_needs_key: "Chcete-li se zúčastnit, přihlaste se.",
  expected_players: "Očekávaný počet hráčů",
  first_division: "První divize",
  first_round: "{next, select, organiser {První kolo rozsadí pořadatel.} other {První kolo se právě rozsazuje.}}",
  forecast: "Náhled",
  forecast_few: "Na všechny fáze je hráčů málo.",
  forecast_text:
    "{players, plural, one {# hráč} few {# hráči} other {# hráčů}}: {rounds, plural, =0 {} one {# kolo, } few {# kola, } other {# kol, }}{tables, plural, one {# stůl} few {# stoly} other {# stolů}}{time, select, none {} other {, asi {time}}}",
  format: "Formát",
  format_named:
    "{format, select, swiss {Švýcarský systém} round_robin {Každý s každým} knockout {Vyřazovací} double_knockout " +
    "{Dvojitě vyřazovací} arena {Aréna} other {}}",
  format_note:
    "{format, select, swiss {Daný počet kol; potkávají se hráči s podobným počtem bodů.} round_robin {Každý hráč " +
    "se utká s každým.} knockout {Poražení vypadávají.} double_knockout {Hráč vypadává po druhé prohře.} arena " +
    "{Bez kol: volní hráči dostanou hned další zápas.} other {}}",
  full_screen: "Celá obrazovka",
  game_number: "{game}. partie",
  game_played: "Hra",
  games_each: "{count, plural, one {# partie na zápas} few {# partie na zápas} other {# partií na zápas}}",
  games_per_match: "Partií v zápase",
  games_short: "Partie",
  group_named: "Skupina {group}",
  groups: "Skupiny",
  guest: "host",
  guest_name: "Vaše jméno",
  guest_pin: "PIN od pořadatele",
  guest_sign_in: "Přihlásit se jako host",
  guests_by_name: "Hosté podle jména",
  have_changed: "Místa si vyměnili: {one}, {other}.",
  hours_minutes: "{hours, plural, =0 {} other {# h }}{minutes, plural, =0 {} other {# min}}",
  house_rules: "Pravidla domu",
  house_rules_note: "Na každý řádek jedno pravidlo.",
  large_screen: "Velká obrazovka",
  late_points: "Body za každou zmeškanou partii",
  late_wanted: "Povolit přihlášky po začátku",
  leave_staff: "Opustit tým pořadatele",
  leave_venue: "Stránka turnaje",
  list_too_long: "V turnaji je nejvýše {most} hráčů.",
  match_score: "Stav zápasu",
  match_status: "{status, select, running {hraje se} other {dohráno}}",
  matches_each: "Zápasů na účastníka",
  mates_apart: "Hráči jednoho týmu proti sobě nehrají",
  mates_apart_note: "Pokud některé dvojice hrát musejí, kolo je uvede i s důvodem.",
  matrix_note: "Body získané u společných stolů s každým soupeřem. Záhlaví sloupců jsou umístění soupeřů.",
  max_entrants: "Nejvyšší počet účastníků",
  met_anyway: "Hrají proti sobě, i když by neměli:",
  minutes: "Minuty",
  minutes_per_game: "Minut na partii",
  more: "Zobrazit další",
  my_tournaments: "Pořádám",
  name_may: "Jméno (nepovinné)",
  name_not_allowed: "Jméno je prázdné, příliš dlouhé, nebo má nepovolené znaky.",
  name_staff: "Přidat do týmu",
  names_list: "Jména, na každém řádku jedno",
  names_list_note:
    "Můžete vložit i řádky z tabulky: jméno, rating, ID hráče. Tým se píše do hranatých závorek, „Ada [Věže]“, nebo do sloupce s nadpisem „tým“. Hosté nepotřebují účet: předejte jim jejich PIN.",
  next_game_at: "další partie: {at}",
  next_named: "{next, select, automatic {Automaticky} other {Na pokyn pořadatele}}",
  next_round: "Další kolo",
  next_season: "Účastníci příští sezóny",
  no_entrants: "Zatím žádní účastníci.",
  no_open_table: "Teď nelze sledovat žádný stůl.",
  no_own_tournaments: "Zatím nepořádáte žádný turnaj.",
  no_score_sheets: "V tomto kole ještě žádná partie neskončila.",
  no_seasons: "Nejsou tu žádné sezóny.",
  no_show_limit: "Kolikrát po sobě se hráč nedostaví, než je odhlášen",
  no_show_note: "0: nepřítomní zůstávají v turnaji.",
  no_standings: "Pořadí se objeví, až začne některý turnaj.",
  not_there_yet: "Zatím není k dispozici.",
  nothing_changed: "Pořadí se nezměnilo.",
  nothing_to_print: "Zatím není rozsazeno žádné kolo.",
  open_until: "otevřeno do {at}",
  organise: "Pořádání",
  organiser_enters_too: "Pořadatel může hráče a hosty přidat vždy.",
  organiser_needed: "Turnaje tu zakládají jen někteří hráči. Provozovatel služby vás může přidat podle vašeho ID.",
  organiser_note:
    "{status, select, registration {Jste pořadatel. Zahajte, až budou všichni připraveni.} paused {Pozastaveno: " +
    "další kolo se nerozsadí.} other {{between, select, true {{next, select, organiser {Rozsaďte další kolo, až " +
    "budete chtít.} other {Další kolo se rozsadí automaticky.}}} other {Jste pořadatel. Právě se hraje.}}}}",
  organiser_signs_in: "K založení turnaje se přihlaste.",
  own_texts: "Popis a pravidla domu",
  pair_again: "Znovu rozsadit {round}. kolo",
  pair_again_note: "Kolo začalo {ago}. Partie, ve kterých se mění hráči, se zastaví a tito hráči si přečtou váš důvod.",
  pair_next: "Rozsadit další kolo",
  pairing_and_places: "Nasazování a umístění",
  pairing_priority: "Co má v nasazování přednost",
  pairing_priority_named:
    "{priority, select, points {Hrají spolu stejné body} other {Každý sedí na každém místě stejně často}}",
  pause_minutes: "Minut mezi koly",
  pause_note: "Další kolo se nerozsadí, dokud nebudete pokračovat. Rozehrané partie běží dál.",
  pause_tournament: "Pozastavit",
  penalty: "Udělit trest",
  penalty_note: "Body odečtené v této části. 0 penalizaci zruší.",
  penalty_of: "penalizace: {points}",
  pin_of: "PIN {pin}",
  place: "Místo",
  place_change: "místo {before} → {now}",
  place_points: "Body za umístění",
  place_points_note: "Od prvního místa, například 10, 6, 3, 1. Prázdné: počítají se body z turnajů.",
  play_table: "Hrát: kolo {round}, stůl {table}{game, plural, =0 {} other {, partie #}}",
  player_id: "ID hráče",
  players_count: "{count, plural, one {# hráč} few {# hráči} other {# hráčů}}",
  players_in_seat_order: "Hráči v pořadí u stolu",
  podium_many: "O vítězství se dělí {count, plural, few {# hráči} other {# hráčů}}",
  podium_more: "{count, plural, one {a # další} few {a # další} other {a # dalších}}",
  podium_own: "Vaše konečné umístění: {place}.",
  podium_shared: "O vítězství se dělí: {names}",
  podium_title: "Vítězem turnaje je {name}",
  points: "Body",
  points_change: "body {before} → {now}",
  points_note: "{size, plural, one {# číslo} few {# čísla} other {# čísel}} od prvního místa. Prázdné: jak je uvedeno.",
  points_table: "Body podle umístění, za každou partii",
  print: "Vytisknout",
  print_named:
    "{sheet, select, tables {Rozpis podle stolů} names {Rozpis podle jmen} slips {Výsledkové lístky} standings {Pořadí} bracket {Pavouk} scores {Přehledy bodů} other {}}",
  provisional: "Průběžné pořadí: některý turnaj ještě běží.",
  qualify: "Postupující z každé skupiny",
  qualify_all: "Hráči, kteří postoupí do další fáze",
  rated_as: "rating {rating}",
  rated_games: "Partie se počítají do ratingu",
  rating_and_spectators: "Rating a diváci",
  reason: "Důvod (uvidí jej všichni)",
  reason_may: "Důvod (nepovinný, uvidí jej všichni)",
  reason_of_changes: "Důvod změn (nepovinný, uvidí jej všichni)",
  record_note: "Záznam obsahuje všechna data rozsazení. Příkaz „bottega verify“ je vypočítá znovu.",
  reenter: "Vrátit do turnaje",
  reenter_note: "Účastní se znovu, se stejným číslem a body.",
  registration: "Přihlašování",
  registration_named:
    "{registration, select, open {Všichni hráči} code {Hráči s kódem} other {Přihlašuje jen pořadatel}}",
  rejected_lines: "Nepřidáno:",
  remove_division: "Odebrat poslední divizi",
  remove_result: "Zrušit výsledek",
  remove_staff: "Odebrat z týmu: {name}",
  remove_stage: "Odebrat poslední fázi",
  replacement: "Volná místa v další fázi",
  replacement_named:
    "{replacement, select, group {Další ze stejné skupiny} standings {Další v pořadí} other {Zůstanou volná}}",
  replacement_note: "Když postupující odejde, než fáze začne.",
  reset_seating: "Vrátit původní rozsazení",
  result_set: "určeno pořadatelem",
  resume_tournament: "Pokračovat",
  risers: "Počet postupujících a sestupujících mezi divizemi",
  risers_fact:
    "{count, plural, one {# postupuje a # sestupuje} few {# postupují a # sestupují} other {# postupuje a # sestupuje}}",
  risers_note: "Na každé hranici, nejvýše polovina menší divize.",
  round_clock: "{kind, select, end {Kolo končí za} next {Další kolo za} other {Čas vypršel}}",
  round_minutes: "Minut na kolo",
  round_ends: "Konce kol",
  round_ends_note:
    "Kolo je otevřené do svého času. Pak hráč, který je na tahu, partii prohrává a o ostatních partiích " +
    "rozhodne skóre. Hráči dostanou předem upozornění. Prázdná pole: kola nemají konec.",
  round_open_until: "{round}. kolo je otevřené do",
  round_times: "Časy začátku kol",
  round_times_note: "Žádné kolo nezačne před svým časem. Prázdné pole: kolo začne po předchozím.",
  rounds: "Kola",
  rounds_note: "Body v každém kole; pod nimi umístění soupeřů.",
  rounds_until_all: "0: dokud se nesejdou všichni.",
  rule_title: "Kolo {round}, stůl {table}",
  season: "Sezóna",
  season_note:
    "{status, select, running {Až skončí všechny turnaje, potvrďte postupy a sestupy.} over {Všechny turnaje skončily. Potvrďte postupy a sestupy.} confirmed {Účastníci příští sezóny jsou určeni. Nové potvrzení nahradí dosavadní.} other {}}",
  season_outcome: "{outcome, select, rises {▲ postupuje} falls {▼ sestupuje} undecided {nerozhodnuto} other {zůstává}}",
  season_points:
    "{places, select, none {Body z turnajů} other {Body za umístění: {places}}}{best, plural, =0 {.} one {; počítá se nejlepší výsledek.} few {; počítají se # nejlepší výsledky.} other {; počítá se # nejlepších výsledků.}}",
  season_status: "{status, select, running {Probíhá} over {Skončila} confirmed {Potvrzena} other {}}",
  season_visibility: "Kdo sezónu najde",
  season_visibility_named:
    "{value, select, public {Všichni, v seznamu} unlisted {Všichni, kdo mají odkaz} other {Jen její hráči}}",
  seasons: "Sezóny",
  seasons_more: "Několik turnajů s jednou tabulkou.",
  seat_round: "Rozsadit toto kolo",
  seated_by_hand: "rozsazeno pořadatelem",
  seconds: "Sekundy",
  secret_later: "Tajemství se zveřejní po skončení.",
  seed_commitment: "Závazek k losování (SHA-256 semínka)",
  seed_later: "Semínko se zveřejní po uzavření přihlášek.",
  series_choice:
    "{series, select, none {Kolik je uvedeno níže v části „Partie“} best_3 {Nejlepší ze 3} best_5 {Nejlepší z 5} first_2 {Na 2 vítězství} first_3 {Na 3 vítězství} fixed_2 {2 po sobě} other {3 po sobě}}",
  series_label: "Partie jednoho zápasu",
  series_named:
    "{kind, select, fixed {{games, plural, one {# partie} few {# partie za sebou} other {# partií za sebou}}} " +
    "other {na {wins, plural, one {# vítěznou partii} few {# vítězné partie} other {# vítězných partií}}}}",
  set_result: "Určit výsledek",
  set_result_note: "Nahradí výsledek partií. Pořadí se hned změní.",
  set_team: "Nastavit tým",
  shared_places: "Hráči se o místo dělí, když nic nerozhodne",
  shared_places_note: "Oba poražení semifinalisté jsou pak třetí až čtvrtí.",
  signature: "Podpis",
  sitting_out: "Nehrají:",
  slip_score: "Skóre",
  smaller_tables: "Některé stoly mají o hráče méně, pokud to počet hráčů vyžaduje.",
  staff: "Tým pořadatele",
  staff_note:
    "Spolupořadatelé smějí všechno co vy, jen nemění tým. Rozhodčí určují výsledky a odhlašují hráče. Pomocníci přidávají hráče a potvrzují jejich účast.",
  staff_player: "Hráč",
  staff_player_note: "Jméno hráče tohoto turnaje, nebo ID kteréhokoli hráče.",
  staff_right: "{right, select, organise {Spolupořadatel} referee {Rozhodčí} assist {Pomocník} other {}}",
  staff_role: "Role",
  staff_unknown: "Žádný hráč tohoto turnaje se tak nejmenuje. Zadejte ID hráče.",
  stage_before: "{number}. fáze: {name}",
  stage_facts:
    "{format, select, swiss {Švýcarský systém, {rounds, plural, one {# kolo} few {# kola} other {# kol}}} " +
    "round_robin {Každý s každým} knockout {Vyřazovací} double_knockout {Dvojitě vyřazovací} arena {Aréna, " +
    "{matches, plural, =0 {{minutes} minut} one {každý # zápas} few {každý # zápasy} other {každý # zápasů}}} " +
    "other {}}{groups, plural, =1 {} few { ve # skupinách} other { v # skupinách}}{size, plural, =2 {} other {, " +
    "stoly po #}}",
  stage_final: "Závěrečná fáze: {name}",
  stage_named:
    "{format, select, swiss {Švýcarský systém} round_robin {Každý s každým} knockout {Vyřazovací část} " +
    "double_knockout {Dvojitě vyřazovací část} arena {Aréna} other {}}",
  stage_number: "Fáze {number}",
  standings: "Pořadí",
  standings_changed: "Pořadí se změnilo:",
  standings_order:
    "{reason, select, stages {Nejdřív rozhoduje závěrečná fáze: kdo do ní postoupil, je nad všemi ostatními bez " +
    "ohledu na body. Body jsou z dané fáze.} knockout {Ve vyřazovací části je výš ten, kdo došel dál. Body " +
    "rozhodují mezi těmi, kdo došli stejně daleko.} other {Nejdřív závěrečná fáze, pak body}}",
  start_time: "Začátek",
  start_time_note: "V tuto dobu začne turnaj automaticky. Necháte-li prázdné, zahájíte jej sami.",
  start_tournament: "Zahájit",
  starts_at: "začíná {at}",
  status: "Stav",
  table_column: "Stůl",
  table_number: "Stůl {table}",
  table_of: "Stůl pro {size}",
  table_size: "Hráčů u stolu",
  tables: "Stoly",
  tables_closed: "{closed} z {all} stolů dohráno",
  tables_closed_of: "Dohrané stoly",
  tables_played: "{running} se hraje, celkem {all}",
  take_part: "Zúčastnit se",
  team: "Tým",
  team_board: "{team}, v pořadí {board}.",
  team_may: "Tým (prázdné: žádný)",
  teams: "Týmy",
  the_games: "Partie",
  the_tournament: "Turnaj",
  tie_break:
    "{name, select, opponents {Body soupeřů} head_to_head {Vzájemné zápasy} difference {Rozdíl skóre} wins " +
    "{Výhry} random {Los} other {}}",
  tie_break_game: "rozhodující partie",
  tie_break_short: "{name, select, opponents {Soup.} head_to_head {Vzáj.} difference {±} other {}}",
  tie_breaks_in_order: "Pořadí pomocných kritérií",
  top_table: "Sledovat první stůl",
  tournament_event:
    "{type, select, entered {Přihlašuje se {name}} checked_in {Účast potvrzuje {name}} withdrew {Odstupuje " +
    "{name}} reentered {Vrací se {name}} disqualified {{name}: diskvalifikace} penalised {{points, plural, =0 " +
    "{{name}: penalizace je zrušena} one {{name} ztrácí # bod} few {{name} ztrácí # body} other {{name} ztrácí # " +
    "bodů}}} changed {Pořadatel mění turnaj} postponed {Málo účastníků: začátek se odkládá} " +
    "forfeited {Kolo {round}, stůl {table}: {name} nepokračuje, zápas končí} " +
    "taken_back {{corrected, select, true {Kolo {round} se po opravě rozsazuje znovu} other {Kolo {round} je smazáno}}} " +
    "stopped {Kolo {round}, stůl {table}: partie je zastavena} ruling_withdrawn {Kolo " +
    "{round}, stůl {table}: určený výsledek je zrušen} started {Turnaj začíná; přihlášky jsou " +
    "uzavřeny} stage_began {Začíná {stage}. část} paired {Kolo {round} rozsazuje pořadatel} " +
    "round_ends_soon {{round}. kolo brzy končí} opened {Kolo {round} " +
    "je rozsazeno} finished {{aborted, select, true {Kolo {round}, stůl {table}: všichni hráči vzdali} other " +
    "{Kolo {round}, stůl {table}: {order}}}} ruled {{lost, select, true {Kolo {round}, stůl {table}, " +
    "rozhodnutím: oboustranná prohra} other {Kolo {round}, stůl {table}, rozhodnutím: {order}}}} staff_changed {{right, select, " +
    "organise {Nový spolupořadatel: {name}} referee {Nový rozhodčí: {name}} assist {Nový pomocník: {name}} other " +
    "{{name} už není v týmu pořadatele}}} paused " +
    "{Pozastaveno} resumed {Pokračuje se} cancelled {Zrušeno} ended {Turnaj skončil} reopened {Turnaj je znovu " +
    "otevřen: zbývá odehrát utkání} other {}}",
  tournament_log: "Průběh turnaje",
  tournaments_more: "Rozsazení, stoly a pořadí, živě.",
  venue_pairings: "Rozsazení",
  watch_game:
    "{game, plural, =0 {{status, select, running {Sledovat} other {Prohlédnout}}} other {{status, select, running " +
    "{Sledovat partii {game}} other {Partie {game}}}}}",
  which_games: "Které partie",
  who_enters: "Kdo se může přihlásit",
  winner_of:
    "{count, select, 2 {Vítěz {number}. semifinále} 4 {Vítěz {number}. čtvrtfinále} other {Vítěz stolu {number}}}",
  wins: "Výhry",
  withdraw: "Odstoupit",
  withdraw_note: "Nehraje v dalších kolech. Rozehrané partie se dohrají.",
  withdrawn: "odstoupil",
  won: "výhra",
  you_are_in: "Hrajete jako {name}.",
  you_wait: "Hrajete jako {name}. Nečeká na vás žádná hra.",
  your_games_wait: "{name}, váš stůl je připraven. Posaďte se, prosím.",
  your_part: "Vaše účast",
} satisfies Words["tournament"];
