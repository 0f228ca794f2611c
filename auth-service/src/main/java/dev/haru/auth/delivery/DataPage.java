package dev.haru.auth.delivery;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A page of a member's data, for an export. The items keep all properties that their service writes, so that a new
 * property needs no change of this service.
 *
 * @param next the item after which the next page begins; null on the last page
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record DataPage(List<JsonNode> items, @Nullable UUID next) {

    public DataPage {
        items = List.copyOf(items);
    }

    /** Without the items, which are personal data. */
    @Override
    public String toString() {
        return "DataPage[items=" + items.size() + "]";
    }
}
