package dev.haru.gateway.hashing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.capacity.CapacityReport;

/**
 * Which replicas of auth-service lately reported that they are full for a client. The client is refused from memory
 * only while every replica has, so that one with room is always found. Nothing is learnt from refusals themselves.
 */
final class ReportedCapacity {

    /** More replicas than anybody runs. */
    private static final int MAX_REPLICAS = 1000;

    private final Cache<String, Boolean> replicas;
    private final Cache<Full, Boolean> full;

    ReportedCapacity(SaturationProperties properties, Ticker ticker) {
        this.replicas = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(properties.replicaLife())
                .maximumSize(MAX_REPLICAS)
                .build();
        this.full = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(properties.reportLife())
                .maximumSize(properties.maxReports())
                .build();
    }

    void reported(AddressPrefix client, CapacityReport report) {
        replicas.put(report.replica(), Boolean.TRUE);
        Full key = new Full(client, report.replica());
        if (report.free() == 0) {
            full.put(key, Boolean.TRUE);
        } else {
            full.invalidate(key);
        }
    }

    /** Whether every replica that answered of late has just reported that it is full for this client. */
    boolean isFull(AddressPrefix client) {
        if (full.estimatedSize() == 0) {
            return false;
        }
        boolean any = false;
        for (String replica : replicas.asMap().keySet()) {
            if (full.getIfPresent(new Full(client, replica)) == null) {
                return false;
            }
            any = true;
        }
        return any;
    }

    private record Full(AddressPrefix client, String replica) {}
}
