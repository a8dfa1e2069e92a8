import java.io.File
import kotlinx.serialization.json.Json
import org.openapitools.client.models.Pool
import org.openapitools.client.models.PoolPage

fun main(arguments: Array<String>) {
    val page = Json.decodeFromString(PoolPage.serializer(), File(arguments[0]).readText())
    println(page.pools.count { it is Pool.Unknown })
    println(Json.encodeToString(PoolPage.serializer(), page))
}
