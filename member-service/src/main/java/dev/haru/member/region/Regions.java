package dev.haru.member.region;

import dev.haru.platform.problem.InvalidRequest;
import org.springframework.stereotype.Component;

/** The regions by name. */
@Component
public class Regions {

    private final RegionRepository regions;

    Regions(RegionRepository regions) {
        this.regions = regions;
    }

    /** The region's id; a name that no region has is refused as this field, with the names that there are. */
    public int idOf(String field, String name) {
        return regions.findIdByName(name)
                .orElseThrow(
                        () -> InvalidRequest.field(field, "must be one of " + String.join(", ", regions.findNames())));
    }
}
