import bottega.client.Events
import bottega.client.ProblemException
import bottega.client.Transport
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject

/** The messages after which a new object continues. */
private const val PART = 50
private val LAST = setOf("over", "rematch")

/** Follow a log to its end, or for some messages; print the versions of its events, and the types and data of other messages. */
fun main(arguments: Array<String>) {
    val (service, path, transport, token, most) = arguments
    val versions = mutableListOf<JsonPrimitive>()
    val include = arguments.getOrElse(5) { "actions" }
    val others = mutableListOf<JsonPrimitive>()
    val data = mutableListOf<JsonObject>()
    var after: String? = null
    var problem: String? = null
    try {
        while (others.lastOrNull()?.content !in LAST && versions.size + others.size < most.toInt()) {
            Events(service, path, token.ifEmpty { null }, after, include.takeIf { path != "/me" }, Transport.valueOf(transport)).use { events ->
                for (message in events.messages().take(minOf(PART, most.toInt()))) {
                    if (message.type == "event") versions += message.data.getValue("version") as JsonPrimitive
                    else others += JsonPrimitive(message.type).also { data += message.data }
                }
                after = events.after
            }
        }
    } catch (error: ProblemException) {
        problem = error.code
    }
    println(buildJsonObject {
        put("versions", JsonArray(versions))
        put("others", JsonArray(others))
        put("data", JsonArray(data))
        put("problem", JsonPrimitive(problem))
    })
}
