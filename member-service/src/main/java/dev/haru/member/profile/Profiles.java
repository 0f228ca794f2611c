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
 * Profiles to show: from memory until a change is announced, else from the replica, or from the primary what was
 * changed just now. Whoever changes a profile reads it from the primary instead.
 */
@Component
@EnableConfigurationProperties(ProfileCacheProperties.class)
class Profiles {

    private final ProfileReader profiles;
    private final ReplicaRouting reads;
    private final ProfileWarmUp warmUp;
    private final AccountCache<Profile> cache;

    Profiles(
            ProfileReader profiles,
            ReplicaRouting reads,
            ProfileWarmUp warmUp,
            IdentityCaches caches,
            ProfileCacheProperties properties) {
        this.profiles = profiles;
        this.reads = reads;
        this.warmUp = warmUp;
        this.cache = caches.createByAccount("profile", properties.settings());
    }

    /** The profile and its age; nothing when there is none, or none yet. */
    Optional<CachedIdentity<Profile>> find(UUID id, Freshness freshness) {
        return cache.find(
                id,
                freshness,
                wanted -> wanted == Freshness.FRESH
                        ? ReplicaRouting.fromPrimary(() -> profiles.find(id))
                        : reads.of(id, () -> reads.find(() -> profiles.find(id), Profile::memberId))
                                .or(() -> warmUp.profileOf(id)));
    }

    /** The profiles of many; one that is not among the answers is for {@link #find}. */
    Map<UUID, Optional<CachedIdentity<Profile>>> findAll(Collection<UUID> ids) {
        return cache.findAll(ids, wanted -> reads.findAll(wanted, profiles::find, Profile::memberId));
    }
}
