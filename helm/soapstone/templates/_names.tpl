{{- define "soapstone.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "soapstone.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "soapstone.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "soapstone.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.selector" -}}
app.kubernetes.io/name: {{ include "soapstone.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "soapstone.labels" -}}
{{- $own := include "soapstone.selector" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/version" .Chart.AppVersion -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .Release.Service -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_") -}}
{{- toYaml (mergeOverwrite $own .Values.commonLabels) -}}
{{- end -}}

{{- /* Keys of labels that are the chart's alone: selectors of pods have them, and Helm finds its objects by them. */ -}}
{{- define "soapstone.reservedLabels" -}}
app.kubernetes.io/name app.kubernetes.io/instance app.kubernetes.io/managed-by helm.sh/chart
{{- end -}}

{{- /* Of pods that no Service and no monitor selects. `purpose`: what they are for. */ -}}
{{- define "soapstone.hookLabels" -}}
app.kubernetes.io/name: {{ include "soapstone.name" .root }}-{{ .purpose }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Values that may have template expressions, as YAML. */ -}}
{{- define "soapstone.tpl" -}}
{{- tpl (toYaml .value) .root -}}
{{- end -}}

{{- /* Annotations of an object: those of all, and `own` ones. */ -}}
{{- define "soapstone.annotations" -}}
{{- $all := merge (deepCopy (default dict .own)) .root.Values.commonAnnotations -}}
{{- with $all -}}
annotations:
  {{- include "soapstone.tpl" (dict "root" $.root "value" .) | nindent 2 }}
{{- end -}}
{{- end -}}

{{- define "soapstone.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "soapstone.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ default $.Chart.AppVersion .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Ports as the settings have them. */ -}}
{{- define "soapstone.port" -}}
{{- default 8080 .Values.settings.port -}}
{{- end -}}

{{- define "soapstone.adminPort" -}}
{{- $port := default 9090 .Values.settings.adminPort -}}
{{- if eq (toString $port) "off" -}}
{{- fail "settings.adminPort: the chart's probes need the admin port" -}}
{{- end -}}
{{- $port -}}
{{- end -}}

{{- /* For the notes: where callers reach the gateway. */ -}}
{{- define "soapstone.clients" -}}
{{- $origin := printf "%s://%s.%s.svc:%v" (include "soapstone.scheme" .) (include "soapstone.fullname" .) .Release.Namespace .Values.service.port -}}
Clients inside the cluster: {{ $origin }}
{{- range .Values.bridges }}
{{- if eq (default "rest" .present) "soap" }}
  {{ .name }}: the contract is at {{ $origin }}{{ default "<path of its address>" .path }}?wsdl
{{- end }}
{{- end }}
{{- end -}}

{{- /* A bridge's name in names of volumes and ConfigMaps. */ -}}
{{- define "soapstone.part" -}}
{{- $plain := lower . | replace "_" "-" | replace "." "-" | replace " " "-" -}}
{{- printf "%s-%s" ($plain | trunc 30 | trimSuffix "-") (sha256sum . | trunc 6) -}}
{{- end -}}

{{- /* What the port of callers speaks. */ -}}
{{- define "soapstone.scheme" -}}
{{- ternary "https" "http" (not (empty .Values.settings.tlsCert)) -}}
{{- end -}}

{{- /* How many workers share the container. `auto` is one for each CPU, so it needs a limit: a node may have a hundred. */ -}}
{{- define "soapstone.workers" -}}
{{- $workers := .Values.settings.workers | default 1 | toString -}}
{{- if eq $workers "auto" -}}
{{- $cpu := dig "limits" "cpu" "" .Values.resources | toString -}}
{{- if not $cpu -}}
{{- fail "settings.workers: auto needs resources.limits.cpu, since each worker has a heap of its own. Set it, or give a number of workers" -}}
{{- end -}}
{{- $workers = hasSuffix "m" $cpu | ternary (divf (trimSuffix "m" $cpu | float64) 1000.0) ($cpu | float64) | ceil | int64 | toString -}}
{{- end -}}
{{- $workers -}}
{{- end -}}

{{- /*
MiB of the old generation of each worker: together half of what the container may have; bodies and code are outside of it. Empty where there is no
limit.
*/ -}}
{{- define "soapstone.oldSpace" -}}
{{- $limit := dig "limits" "memory" "" .Values.resources | toString -}}
{{- $unit := regexFind "[A-Za-z]*$" $limit -}}
{{- $bytes := get (dict "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 "k" 1000.0 "M" 1000000.0 "G" 1000000000.0 "T" 1000000000000.0 "" 1.0) $unit -}}
{{- $workers := include "soapstone.workers" . | float64 -}}
{{- if and $limit $bytes -}}
{{- divf (mulf (trimSuffix $unit $limit | float64) $bytes) (mulf 2097152.0 $workers) | floor | int64 -}}
{{- end -}}
{{- end -}}
