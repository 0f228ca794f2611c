package dev.haru.latency.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.why.VisitFixture.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WhyTests {

    /** The shop calls the cart and the stock, and the desk calls the stock, with additional milliseconds at places. */
    private static List<RequestVisits> shop(long seed, double inShop, double toCart, double toStock, double fromDesk) {
        return VisitFixture.requests(
                60,
                seed,
                number -> number % 2 == 0
                        ? request -> {
                            Hop cart = request.hop("shop", "cart", 2 + toCart);
                            Hop stock = request.hop("shop", "stock", 2 + toStock);
                            request.first("shop", 5 + inShop, cart, stock)
                                    .call(cart, 3)
                                    .call(stock, 4);
                        }
                        : request -> {
                            Hop stock = request.hop("desk", "stock", 2 + fromDesk);
                            request.first("desk", 5, stock).call(stock, 4);
                        });
    }

    private static List<RequestVisits> shop(long seed) {
        return shop(seed, 0, 0, 0, 0);
    }

    private static Suspect first(List<RequestVisits> after) {
        return Why.between(shop(1), after, 1).suspects().getFirst();
    }

    @Nested
    class Networks {

        @Test
        void allWaysOutNameTheClientService() {
            Suspect suspect = first(shop(2, 0, 20, 20, 0));

            assertThat(suspect.service()).isEqualTo("shop");
            assertThat(suspect.component()).isEqualTo("network to upstream services");
            assertThat(suspect.evidence()).startsWith("The ways out of shop are slower: 30 requests (50.0 %) took");
        }

        @Test
        void allWaysInNameTheUpstreamService() {
            Suspect suspect = first(shop(2, 0, 0, 20, 20));

            assertThat(suspect.service()).isEqualTo("stock");
            assertThat(suspect.component()).isEqualTo("network from client services");
        }

        @Test
        void onePairNamesTheNetworkBetween() {
            Suspect suspect = first(shop(2, 0, 20, 0, 0));

            assertThat(suspect.service()).isEqualTo("cart");
            assertThat(suspect.component()).isEqualTo("network from shop");
            assertThat(suspect.evidence())
                    .startsWith("Of the ways out of shop and into cart, only the network from shop to cart is slower");
        }

        @Test
        void onlyWayOutToASharedServiceNamesTheClient() {
            Suspect suspect = first(shop(2, 0, 0, 0, 20));

            assertThat(suspect.service()).isEqualTo("desk");
            assertThat(suspect.component()).isEqualTo("network to stock");
        }

        @Test
        void timeInsideTheUpstreamServiceNamesIt() {
            List<Suspect> suspects = Why.between(stock(1, 0), stock(2, 20), 1).suspects();

            assertThat(suspects).extracting(Suspect::service).containsExactly("stock");
        }

        /** The stock is slower, and of its two client services, the network from the desk. */
        private static List<RequestVisits> stock(long seed, double late) {
            return VisitFixture.requests(60, seed, number -> request -> {
                String client = number % 2 == 0 ? "shop" : "desk";
                Hop stock = request.hop(client, "stock", number % 2 == 0 ? 2 : 2 + late);
                request.first(client, 5, stock).call(stock, 4 + late);
            });
        }

        @Test
        void timeInsideTheClientServiceNamesIt() {
            Suspect suspect = Why.between(desk(1, 0), desk(2, 20), 1).suspects().getFirst();

            assertThat(suspect.service()).isEqualTo("desk");
            assertThat(suspect.low()).isGreaterThan(25);
        }

        private static List<RequestVisits> desk(long seed, double late) {
            return VisitFixture.requests(60, seed, _ -> request -> {
                Hop stock = request.hop("desk", "stock", 2 + late);
                request.first("desk", 5 + late, stock).call(stock, 4);
            });
        }
    }

    @Test
    void timeInsideAServiceNamesItAndTheMilliseconds() {
        Suspect suspect = first(shop(2, 30, 0, 0, 0));

        assertThat(suspect.service()).isEqualTo("shop");
        assertThat(suspect.component()).isEqualTo("own code");
        assertThat(suspect.low()).isBetween(25.0, 30.0);
        assertThat(suspect.high()).isBetween(30.0, 35.0);
    }

    @Test
    void faultOnOneRequestInTwentyFiveComesFirst() {
        Diagnosis diagnosis = Why.between(rarePayment(1, 0), rarePayment(2, 10), 1);

        assertThat(diagnosis.suspects().getFirst().service()).isEqualTo("payment");
        assertThat(diagnosis.suspects().getFirst().evidence()).contains("10 requests (4.0 %)");
    }

    /** The shop takes more milliseconds in the second set, but by a smaller factor. */
    private static List<RequestVisits> rarePayment(long seed, double late) {
        double load = seed == 1 ? 1 : 1.5;
        return VisitFixture.requests(250, seed, number -> request -> {
            if (number % 25 == 0) {
                Hop payment = request.hop("shop", "payment", 2 * load);
                request.first("shop", 40 * load, payment).call(payment, 3 + late);
            } else {
                request.first("shop", 40 * load);
            }
        });
    }

    @Test
    void anotherMixOfRequestsIsNoChange() {
        assertThat(Why.between(mixed(1, 2), mixed(2, 5), 1).suspects()).isEmpty();
    }

    private static List<RequestVisits> mixed(long seed, int every) {
        return VisitFixture.requests(200, seed, number -> request -> {
            if (number % every == 0) {
                request.first("shop", 5);
            } else {
                Hop cart = request.hop("shop", "cart", 2);
                request.first("shop", 50, cart).call(cart, 3);
            }
        });
    }

    @Test
    void slowInstanceIsInTheEvidence() {
        Diagnosis diagnosis = Why.between(onInstances(1, 0), onInstances(2, 20), 1);

        assertThat(diagnosis.suspects().getFirst().evidence())
                .contains("above all with k8s.pod.name cart-3 (25 of 100 calls)");
    }

    @Test
    void instanceThatWasSlowBeforeIsNotInTheEvidence() {
        List<RequestVisits> later = VisitFixture.requests(100, 3, number -> onInstance(number, 20, 15));

        assertThat(Why.between(onInstances(1, 20), later, 1)
                        .suspects()
                        .getFirst()
                        .evidence())
                .doesNotContain("above all");
    }

    private static List<RequestVisits> onInstances(long seed, double late) {
        return VisitFixture.requests(100, seed, number -> onInstance(number, late, 0));
    }

    private static Request onInstance(int number, double late, double all) {
        return request -> {
            Hop cart = request.hop("shop", "cart", 2);
            boolean slow = number % 4 == 3;
            request.first("shop", 5, cart)
                    .call(cart, 3 + all + (slow ? late : 0), Map.of("k8s.pod.name", "cart-" + number % 4));
        };
    }

    @Test
    void equalWindowsNameNoSuspect() {
        Diagnosis diagnosis = Why.between(shop(1), shop(2), 1);

        assertThat(diagnosis.suspects()).isEmpty();
        assertThat(diagnosis.conclusion()).startsWith("Nothing can be said. Equal windows differ as much");
    }

    @Test
    void randomHalvesRarelyNameASuspect() {
        List<RequestVisits> requests = new ArrayList<>(VisitFixture.requests(60, 1, number -> request -> {
            Hop cart = request.hop("shop", "cart", number % 13 == 0 ? 200 : 2);
            request.first("shop", number % 7 == 0 ? 90 : 5, cart).call(cart, 3);
        }));
        int named = 0;
        for (int halving = 0; halving < 50; halving++) {
            Collections.shuffle(requests, new Random(halving));
            named += Why.between(requests.subList(0, 30), requests.subList(30, 60), 1)
                            .suspects()
                            .isEmpty()
                    ? 0
                    : 1;
        }

        assertThat(named).isLessThanOrEqualTo(2);
    }

    @Test
    void fewRequestsNameNoSuspect() {
        Diagnosis diagnosis = Why.between(shop(1).subList(0, 9), shop(2, 90, 0, 0, 0), 1);

        assertThat(diagnosis.suspects()).isEmpty();
        assertThat(diagnosis.conclusion()).contains("9 and 60 requests are too few");
    }

    @Nested
    class Slowest {

        @Test
        void slowestTenthNamesItsService() {
            Suspect suspect = Why.ofSlowest(requests(200), 1).suspects().getFirst();

            assertThat(suspect.service()).isEqualTo("cart");
            assertThat(suspect.evidence()).contains("20 requests (100.0 %)").doesNotContain("chance");
        }

        @Test
        void fewRequestsNameNoSuspect() {
            Diagnosis diagnosis = Why.ofSlowest(requests(99), 1);

            assertThat(diagnosis.suspects()).isEmpty();
            assertThat(diagnosis.conclusion()).contains("The slowest tenth has 9 requests");
        }

        private static List<RequestVisits> requests(int count) {
            return VisitFixture.requests(count, 1, number -> request -> {
                Hop cart = request.hop("shop", "cart", 2);
                request.first("shop", 5, cart).call(cart, number % 10 == 0 ? 40 : 3);
            });
        }
    }
}
