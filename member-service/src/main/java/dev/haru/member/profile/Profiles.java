package dev.haru.member.profile;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.identity.AccountCache;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.IdentityCaches;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;

/**
 * Finds profiles for responses. A cached profile answers until auth-service or this service publishes a change.
 * Otherwise the replica answers, or the primary for a profile that has just changed. Code that changes a profile reads
 * it from the primary instead.
 */
@Component
@EnableConfigurationProperties(ProfileCacheProperties.class)
class Profiles {

    private final ProfileReader profiles;
    private final ReplicaRouting routing;
    private final ProfileWarmUp warmUp;
    private final AccountCache<Profile> cache;

    Profiles(
            ProfileReader profiles,
            ReplicaRouting routing,
            ProfileWarmUp warmUp,
            IdentityCaches caches,
            ProfileCacheProperties properties) {
        this.profiles = profiles;
        this.routing = routing;
        this.warmUp = warmUp;
        this.cache = caches.createByAccount("profile", properties.settings());
    }

    /** Returns the profile and its age; empty if the profile does not exist (yet). */
    Optional<CachedIdentity<Profile>> find(UUID id, Freshness freshness) {
        return cache.find(
                id,
                freshness,
                wanted -> wanted == Freshness.FRESH
                        ? ReplicaRouting.fromPrimary(() -> profiles.find(id))
                        : routing.of(id, () -> routing.find(() -> profiles.find(id), Profile::memberId))
                                .or(() -> warmUp.profileOf(id)));
    }

    /** Returns many profiles. Look up an id that is missing in the result with {@link #find}. */
    Map<UUID, Optional<CachedIdentity<Profile>>> findAll(Collection<UUID> ids) {
        return cache.findAll(ids, wanted -> routing.findAll(wanted, profiles::find, Profile::memberId));
    }
}
