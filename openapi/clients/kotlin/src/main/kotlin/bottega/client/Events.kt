package bottega.client

import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URI
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.random.Random
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

/** How entries arrive. A stream changes to long polls while it is cut before an entry arrives. */
enum class Transport { STREAM, POLL }

/**
 * A message of a log.
 *
 * [type] is `event` (games, tournaments) or `notice` (players) for an entry. Other types are those of [MESSAGE_TYPES], and
 * `deleted` if notices were deleted before they were read. [id] is the id of the last entry. [data] is the JSON of the
 * message: decode it with a model, for example `Event`.
 */
class Message(val type: String, val id: String?, val data: JsonObject)

/** The types of messages in each kind of stream. */
val MESSAGE_TYPES: Map<String, List<String>> = mapOf(
    "game" to listOf("event", "started", "next_decision", "aborted", "over", "seats", "presence", "undo_offers", "queue", "rematch", "faulty"),
    "me" to listOf("notice"),
    "tournament" to listOf("event", "over"),
)

/** The types of messages about what changes in a game without an event. `include` names those that are sent. */
val SURROUNDINGS: List<String> = listOf("seats", "presence", "undo_offers", "queue", "rematch", "faulty")

/** An error response. [code] is stable; [body] is the problem (RFC 9457), empty if a proxy sent the response. */
class ProblemException(val status: Int, val body: JsonObject) : Exception(body.text("title") ?: "HTTP $status") {
    val code: String get() = body.text("code") ?: "unknown"

    internal val isTemporary: Boolean get() = status >= 500 || status == 429
}

/**
 * The log of a game, a player or a tournament: each entry once and in order, also after lost connections.
 *
 * [service] is the URL of the service, without `/v1`. [path] is `/games/<id>`, `/me` or `/tournaments/<id>`. [token] is a
 * seat token or a player key. [after] is the id of the last known entry; by default all entries follow. [include] names
 * extra parts, separated by commas: `actions`, `patches`, and those of [SURROUNDINGS]. With `rematch` a stream waits for
 * the rematch of a finished game.
 *
 * [messages] blocks its thread. [close] ends it from another thread.
 */
class Events(
    service: String,
    path: String,
    private val token: String? = null,
    after: String? = null,
    private val include: String? = null,
    private val transport: Transport = Transport.STREAM,
) : AutoCloseable {
    /** The id of the last entry. Store it to continue later. */
    @Volatile var after: String? = after
        private set

    private val url = service.trimEnd('/') + "/v1" + path
    private val isGame = path.startsWith("/games/")
    private val entry = if (path == "/me") "notice" else "event"
    private val closing = CountDownLatch(1)
    private val isClosed get() = closing.count == 0L
    private val isTournament = path.startsWith("/tournaments/")
    private val awaitsRematch = include?.split(',')?.contains("rematch") == true
    private var isOpen = false
    private var hasStarted = false
    private var hasEnded = false
    private var isComplete = false
    private val known = mutableMapOf<String, JsonObject>()
    private var decision: Int? = null
    /** The `state_tag` of the last page whose messages were delivered. */
    private var tag: String? = null

    @Volatile private var connection: HttpURLConnection? = null

    override fun close() {
        closing.countDown()
        connection?.disconnect()
    }

    /** Return the messages until the log ends or [close] is called. Throws a [ProblemException] if the request is rejected. */
    fun messages(): Sequence<Message> = sequence {
        var failures = 0
        while (!isClosed) {
            val before = after
            try {
                for (message in if (transport == Transport.POLL || failures >= BROKEN_STREAMS) polled() else streamed()) {
                    if (!isNew(message)) continue
                    yield(message)
                    if (isLast(message)) return@sequence
                }
                if (isComplete) return@sequence
            } catch (problem: ProblemException) {
                if (problem.code == "notices_deleted") {
                    after = problem.body.text("after")
                    yield(Message("deleted", null, problem.body))
                } else if (!problem.isTemporary) throw problem
            } catch (_: IOException) {
                // The connection is lost: the next attempt continues after the last entry.
            }
            failures = if (after == before) failures + 1 else 0
            closing.await(pauseAfter(failures), TimeUnit.MILLISECONDS)
        }
    }

    /** Return the messages of one stream, until its connection is lost. */
    private fun streamed(): Sequence<Message> = sequence {
        val body = open("/events/stream" + query("include" to include)) ?: return@sequence yieldAll(polled()) // a page says how the log ended
        body.bufferedReader().use { reader ->
            missedStart()?.let { yield(it) }
            val fields = mutableMapOf<String, String>()
            for (line in reader.lineSequence()) {
                if (line.isNotEmpty()) {
                    fields[line.substringBefore(':')] = line.substringAfter(':').removePrefix(" ")
                    continue
                }
                val data = fields["data"]
                if (data != null) yield(Message(fields["event"] ?: "message", fields["id"], parse(data)))
                fields.clear()
            }
        }
    }

    /** Return the messages that a stream would have, by long polls: always, or until an entry arrives. */
    private fun polled(): Sequence<Message> = sequence {
        pendingDecision()?.let { yield(Message("next_decision", lastId, it)) }
        var wait = 0
        while (!isClosed) {
            val page = fetch("/events" + query("include" to include, "wait" to wait.toString(), "state_tag" to tag))
            wait = POLL_SECONDS
            val status = page.text("status")
            if (status != "open") missedStart()?.let { yield(it) }
            isOpen = status == "open"
            val entries = page.getValue("events").jsonArray.map { it.jsonObject }
            for (each in entries) yield(Message(entry, each.text("id") ?: each.text("number"), each))
            val surroundings = page["surroundings"]?.jsonObject ?: EMPTY
            for (type in SURROUNDINGS - "rematch") surroundings[type]?.let { yield(partOf(type, it)) }
            tag = page.text("state_tag")
            if (entries.isEmpty() && status in FINAL) {
                page["aborted"]?.let { yield(Message("aborted", lastId, it.jsonObject)) }
                yield(Message("over", lastId, ending(page, status)))
                surroundings["rematch"]?.let { yield(partOf("rematch", it)) }
                isComplete = true
                return@sequence
            }
            if (entries.isNotEmpty() && transport == Transport.STREAM) return@sequence
        }
    }

    /** Return the message about a part of what changes without an event. */
    private fun partOf(type: String, value: JsonElement) = Message(type, lastId, JsonObject(mapOf(type to value)))

    /** Return the data of the message `over`. */
    private fun ending(page: JsonObject, status: String?): JsonObject {
        if (isTournament) return JsonObject(page.filterKeys { it == "status" })
        return JsonObject(page.filterKeys { it == "version" || (it == "status" && status == "aborted") })
    }

    /** Return the start of a game between the page that was read last and now. */
    private fun missedStart(): Message? {
        if (!isOpen) return null
        val game = fetch("")
        if (game.text("status") !in STARTED) return null
        isOpen = false
        val data = mapOf("ruleset" to game.getValue("ruleset"), "version" to JsonPrimitive(versionOf(after)))
        return Message("started", lastId, JsonObject(data))
    }

    /** Note a message; false if it was delivered before. */
    private fun isNew(message: Message): Boolean = when (message.type) {
        entry -> advance(message).also { if (it) isNewDecision(message) }
        "next_decision" -> isNewDecision(message)
        "started" -> !hasStarted.also { hasStarted = true }
        "aborted" -> !hasEnded
        "over" -> !hasEnded.also { hasEnded = true }
        in SURROUNDINGS -> known.put(message.type, message.data) != message.data
        else -> true
    }

    /** Note the pending decision of a message; false if it was delivered before. */
    private fun isNewDecision(message: Message): Boolean {
        val next = message.data["next_decision"]?.jsonObject?.get("decision")?.jsonPrimitive?.int ?: return false
        return (decision != next).also { decision = next }
    }

    /** Whether no message follows. */
    private fun isLast(message: Message): Boolean =
        message.type == "rematch" || (message.type == "over" && !(awaitsRematch && message.data.text("status") != "aborted"))

    /** The id of the last entry. */
    private val lastId: String get() = after ?: "0"

    /** Return the decision that the seat must make now, if decisions are wanted and no later entry will contain it. */
    private fun pendingDecision(): JsonObject? {
        if (!isGame || include?.contains("actions") != true) return null
        val legal = try {
            fetch("/actions")
        } catch (problem: ProblemException) {
            if (problem.isTemporary) throw problem
            return null
        }
        if ("decision" !in legal || legal.getValue("version").jsonPrimitive.int > versionOf(after)) return null
        val decision = JsonObject(legal.filterKeys { it in DECISION })
        return JsonObject(mapOf("ruleset" to legal.getValue("ruleset"), "version" to legal.getValue("version"), "next_decision" to decision))
    }

    /** Note an entry as the last one; false if it was delivered before. */
    private fun advance(message: Message): Boolean {
        val id = message.id ?: return false
        val (time, count) = orderOf(id)
        val (lastTime, lastCount) = orderOf(after ?: "0")
        if (time < lastTime || (time == lastTime && count <= lastCount)) return false
        after = id
        return true
    }

    /** Return the numbers that order ids: time and count of a notice, the version of an event without its check digits. */
    private fun orderOf(id: String): Pair<Long, Long> =
        id.substringBefore('-').toLong() to (if (entry == "notice") id.substringAfter('-', "0").toLong() else 0L)

    private fun versionOf(id: String?): Int = id?.substringBefore('-')?.toInt() ?: 0

    private fun fetch(path: String): JsonObject = parse(open(path)?.bufferedReader()?.use { it.readText() } ?: "{}")

    /** Send a request and return the body of the response; null if it has none (204). */
    private fun open(path: String): InputStream? {
        val opened = URI(url + path).toURL().openConnection() as HttpURLConnection
        connection = opened
        if (isClosed) throw IOException("closed")
        opened.connectTimeout = SILENT_SECONDS * 1000
        opened.readTimeout = SILENT_SECONDS * 1000
        token?.let { opened.setRequestProperty("Authorization", "Bearer $it") }
        after?.let { opened.setRequestProperty("Last-Event-ID", it) }
        val status = opened.responseCode
        if (status >= 400) throw ProblemException(status, bodyOf(opened))
        return if (status == 204) null else opened.inputStream
    }

    private fun bodyOf(failed: HttpURLConnection): JsonObject {
        val text = failed.errorStream?.bufferedReader()?.use { it.readText() } ?: ""
        return if (failed.contentType?.contains("json") == true) parse(text) else EMPTY
    }

    private companion object {
        /** The service sends data at least every 15 seconds. */
        const val SILENT_SECONDS = 40
        const val POLL_SECONDS = 20
        /** After this number of streams in a row without an entry, the log is polled until an entry arrives. */
        const val BROKEN_STREAMS = 3
        const val SLOWEST_MILLISECONDS = 15_000L
        val FINAL = setOf("over", "aborted", "cancelled")
        val STARTED = setOf("running", "over")
        val DECISION = setOf("decision", "actions", "previews")
        val EMPTY = JsonObject(emptyMap())

        fun parse(text: String): JsonObject = Json.parseToJsonElement(text).jsonObject

        /** Return the query of the given parameters. The values here need no encoding. */
        fun query(vararg parameters: Pair<String, String?>): String =
            parameters.filter { it.second != null }.joinToString("&") { "${it.first}=${it.second}" }.let { if (it.isEmpty()) "" else "?$it" }

        /** Return the milliseconds before the next attempt, spread so that clients do not all return at once. */
        fun pauseAfter(failures: Int): Long {
            val longest = if (failures == 0) 100L else minOf(SLOWEST_MILLISECONDS, 500L shl minOf(failures, 5))
            return (longest * (0.5 + Random.nextDouble())).toLong()
        }
    }
}

private fun JsonObject.text(field: String): String? = (this[field] as? JsonPrimitive)?.content
