package dev.haru.platform.upstream;

import feign.Capability;
import feign.Client;

/** Adds the resilience policies to every Feign client. Public because Feign calls it by reflection. */
public final class ResilienceCapability implements Capability {

    private final ResiliencePolicies policies;

    ResilienceCapability(ResiliencePolicies policies) {
        this.policies = policies;
    }

    @Override
    public Client enrich(Client client) {
        return new ResilientClient(client, policies);
    }
}
