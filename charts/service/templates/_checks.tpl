{{- /* Checks of values, which fail with a sentence. Each takes a dict of value, the name of the value, and text, its content. */}}

{{- define "service.checkHost" -}}
{{- if not (regexMatch "^([A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?[.]?|\\[[0-9A-Fa-f:.]+\\])$" .text) }}
{{- fail (printf "\n\n%s is %s, which is no host: write the name or the address alone (IPv6 in brackets), and the port in its own value.\n" .value .text) }}
{{- end }}
{{- end }}

{{/* A host name of clients, which may begin with a wildcard. */}}
{{- define "service.checkHostName" -}}
{{- if not (regexMatch "^([*][.])?[a-z0-9]([a-z0-9-]*[a-z0-9])?([.][a-z0-9]([a-z0-9-]*[a-z0-9])?)*$" .text) }}
{{- fail (printf "\n\n%s is %s, which is no host name: write the name alone in lower case, as haru.example.com.\n" .value .text) }}
{{- end }}
{{- end }}

{{- define "service.checkUrl" -}}
{{- if not (regexMatch "^https?://([^/@\\s]+@)?([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]+)?(/\\S*)?$" .text) }}
{{- fail (printf "\n\n%s is %s, which is no URL: write scheme, host and port, as %s.\n" .value .text .example) }}
{{- end }}
{{- $port := include "service.portOf" .text | int }}
{{- if or (lt $port 1) (gt $port 65535) }}
{{- fail (printf "\n\n%s is %s, but ports are numbers from 1 to 65535.\n" .value .text) }}
{{- end }}
{{- end }}

{{/* The name of a resource that exists already, such as a Secret. */}}
{{- define "service.checkName" -}}
{{- if not .text }}
{{- fail (printf "\n\n%s is empty: set the name.\n" .value) }}
{{- end }}
{{- if or (gt (len .text) 253) (not (regexMatch "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$" .text)) }}
{{- fail (printf "\n\n%s is %s, which is no name in Kubernetes: use lower-case letters, digits, hyphens and periods.\n" .value .text) }}
{{- end }}
{{- end }}

{{/* The name of a service, which is part of the name of its Service. */}}
{{- define "service.checkServiceName" -}}
{{- if or (gt (len .text) 63) (not (regexMatch "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$" .text)) }}
{{- fail (printf "\n\n%s is %s, which is no name of a service: use at most 63 lower-case letters, digits and hyphens.\n" .value .text) }}
{{- end }}
{{- end }}

{{- define "service.checkRepository" -}}
{{- if not (regexMatch "^$|^[a-z0-9]+([._-]+[a-z0-9]+)*(/[a-z0-9]+([._-]+[a-z0-9]+)*)*$" .text) }}
{{- fail (printf "\n\n%s is %s, which is no repository: write it in lower case without registry, tag and digest, as haru/gateway.\n" .value .text) }}
{{- end }}
{{- end }}

{{/* A quantity of Kubernetes as a number; empty if it is none. */}}
{{- define "service.quantity" -}}
{{- if regexMatch "^[0-9]+([.][0-9]+)?(e[0-9]+|m|k|M|G|T|P|Ki|Mi|Gi|Ti|Pi)?$" . }}
{{- $number := regexFind "^[0-9.]+(e[0-9]+)?" . }}
{{- $factors := dict "" 1 "m" 0.001 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "P" 1000000000000000
      "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 }}
{{- mulf (float64 $number) (get $factors (trimPrefix $number .)) }}
{{- end }}
{{- end }}

{{/* Requests and limits. Takes a dict of value, the name of the section, of, a text after it, and resources. */}}
{{- define "service.checkResources" -}}
{{- $amounts := dict }}
{{- range $section := list "requests" "limits" }}
{{- range $resource, $amount := include "service.given" (get $.resources $section) | fromYaml }}
{{- $text := include "service.text" $amount }}
{{- $number := include "service.quantity" $text }}
{{- $value := printf "%s.%s.%s%s" $.value $section $resource $.of }}
{{- if eq $resource "cpu" }}
{{- if or (not $number) (not (regexMatch "^[0-9.]+m?$" $text)) }}
{{- fail (printf "\n\n%s is %s, which is no amount of processor time: write cores, as 0.5 or 500m.\n" $value $text) }}
{{- end }}
{{- if gt (float64 $number) 64.0 }}
{{- fail (printf "\n\n%s is %s cores: a thousandth of a core is 1m.\n" $value $text) }}
{{- end }}
{{- else }}
{{- if or (not $number) (hasSuffix "m" $text) }}
{{- fail (printf "\n\n%s is %s, which is no amount of memory: write it with a unit, as 640Mi or 1Gi.\n" $value $text) }}
{{- end }}
{{- if lt (float64 $number) 1048576.0 }}
{{- fail (printf "\n\n%s is %s, which is less than 1Mi: write it with a unit, as 640Mi or 1Gi.\n" $value $text) }}
{{- end }}
{{- end }}
{{- $_ := set $amounts (printf "%s.%s" $section $resource) (float64 $number) }}
{{- end }}
{{- end }}
{{- range $resource := list "cpu" "memory" }}
{{- $request := get $amounts (printf "requests.%s" $resource) }}
{{- $limit := get $amounts (printf "limits.%s" $resource) }}
{{- if and $request $limit }}
{{- if gt $request $limit }}
{{- fail (printf "\n\n%s.requests.%s%s is %s, but %s.limits.%s is %s.\n" $.value $resource $.of (include "service.text" (get $.resources.requests $resource)) $.value $resource (include "service.text" (get $.resources.limits $resource))) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Labels of pods, which selectors of the chart must still match. Takes a dict of value and labels. */}}
{{- define "service.checkPodLabels" -}}
{{- range list "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/part-of" }}
{{- if hasKey ($.labels | default dict) . }}
{{- fail (printf "\n\n%s sets %s, by which the chart selects the pods: remove the label.\n" $.value .) }}
{{- end }}
{{- end }}
{{- end }}
