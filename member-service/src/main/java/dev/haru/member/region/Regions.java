package dev.haru.member.region;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import org.springframework.stereotype.Component;

/** Finds regions by name. */
@Component
public class Regions {

    private final RegionRepository regions;

    Regions(RegionRepository regions) {
        this.regions = regions;
    }

    /**
     * Returns the id of the region. An unknown name is refused as an error of this field; the message lists all region
     * names.
     */
    public int idOf(String field, String name) {
        return regions.findIdByName(name)
                .orElseThrow(() -> InvalidRequest.field(
                        field, Message.of("field.one-of", String.join(", ", regions.findNames()))));
    }

    /** Returns the IANA name of the time zone of the region with this id, which exists. */
    public String zoneOf(int id) {
        return regions.findZone(id);
    }
}
