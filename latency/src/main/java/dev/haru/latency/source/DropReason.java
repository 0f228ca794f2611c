package dev.haru.latency.source;

/** Why a span of the input is in no figure. */
public enum DropReason {
    CUT_OFF(
            "its file ends before it, its resource or its process is complete",
            "their files end before they, their resources or their processes are complete"),
    UNFINISHED("it has no end", "they have no end"),
    PARTIAL_TRACE(
            "Tempo returned only a part of its trace, which --allow-partial accepts",
            "Tempo returned only a part of their traces, which --allow-partial accepts"),
    DUPLICATE("another span of its trace has its id", "other spans of their traces have their ids"),
    CYCLE("it is its own ancestor, or below such a span", "they are their own ancestors, or below such spans"),
    LARGE_TRACE(
            "its trace has more spans than the page keeps of one trace",
            "their traces have more spans than the page keeps of one trace");

    private final String ofOne;
    private final String ofMany;

    DropReason(String ofOne, String ofMany) {
        this.ofOne = ofOne;
        this.ofMany = ofMany;
    }

    /** The reason, as the end of a sentence about this number of spans. */
    public String meaning(long spans) {
        return spans == 1 ? ofOne : ofMany;
    }
}
