package dev.haru.gateway.hashing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.capacity.CapacityReport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Estimates how many more calls of a client each replica of auth-service would accept: the free places of the replica's
 * last report, minus the calls forwarded since. The gateway refuses a client from memory only while every replica has
 * no free place, so a replica with free places is always used. A refusal does not change the estimate.
 */
final class ReportedCapacity {

    /** An upper bound; no cluster runs more replicas. */
    private static final int MAX_REPLICAS = 1000;

    private final Cache<String, Boolean> replicas;
    private final Cache<Share, AtomicInteger> freePlaces;

    ReportedCapacity(SaturationProperties properties, Ticker ticker) {
        this.replicas = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(properties.replicaLife())
                .maximumSize(MAX_REPLICAS)
                .build();
        this.freePlaces = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(properties.reportLife())
                .maximumSize(properties.maxReports())
                .build();
    }

    void reported(AddressPrefix client, CapacityReport report) {
        replicas.put(report.replica(), Boolean.TRUE);
        freePlaces.put(new Share(client, report.replica()), new AtomicInteger(report.free()));
    }

    /**
     * Takes a place for a call of the client at the replica with the most free places. Returns false while no replica
     * has a free place. Returns true without taking a place while a replica's last report is older than its life.
     */
    boolean takePlace(AddressPrefix client) {
        AtomicInteger most = null;
        for (String replica : replicas.asMap().keySet()) {
            AtomicInteger free = freePlaces.getIfPresent(new Share(client, replica));
            if (free == null) {
                return true;
            }
            if (most == null || free.get() > most.get()) {
                most = free;
            }
        }
        return most == null || most.getAndUpdate(free -> Math.max(0, free - 1)) > 0;
    }

    /** A client's share of the queue of one replica. */
    private record Share(AddressPrefix client, String replica) {}
}
