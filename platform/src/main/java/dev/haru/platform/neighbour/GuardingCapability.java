package dev.haru.platform.neighbour;

import feign.Capability;
import feign.Client;

/** Has every Feign client guarded. Public because Feign calls it by reflection. */
public final class GuardingCapability implements Capability {

    private final Guards guards;

    GuardingCapability(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Client enrich(Client client) {
        return new GuardedClient(client, guards);
    }
}
