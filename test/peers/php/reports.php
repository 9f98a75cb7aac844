<?php
// The Reports of tutorial 40 on PHP's SoapServer: work behind tickets. A job moves on each time that its status is asked for.
declare(strict_types=1);

final class Reports
{
    private const STATES = ['QUEUED', 'RUNNING', 'FINISHED'];

    public function MakeReport(object $request): array
    {
        return ['report' => $this->report((array) $request)];
    }

    public function SubmitReport(object $request): array
    {
        return ['ticket' => $this->submit((array) $request)];
    }

    public function SubmitImport(object $request): array
    {
        return ['ticket' => $this->submit(['lines' => count((array) $request->line)])];
    }

    public function ReportStatus(object $request): array
    {
        $job = $this->job($request->ticket);
        $asked = $job['asked']++;
        $this->keep($request->ticket, $job);
        if (($job['year'] ?? 0) === 1066 && $asked > 0) {
            return ['state' => 'FAILED', 'percent' => 50, 'message' => 'There are no books of that year'];
        }
        $step = min($asked, 2);
        return ['state' => self::STATES[$step], 'percent' => 50 * $step];
    }

    public function ImportStatus(object $request): array
    {
        return $this->ReportStatus($request);
    }

    public function GetReport(object $request): array
    {
        return ['report' => $this->report($this->finished($request->ticket))];
    }

    public function GetImport(object $request): array
    {
        return ['imported' => $this->finished($request->ticket)['lines']];
    }

    private function finished(string $ticket): array
    {
        $job = $this->job($ticket);
        if ($job['asked'] < 3) {
            throw new SoapFault('Server', 'Internal error 17');
        }
        return $job;
    }

    private function report(array $job): array
    {
        $region = isset($job['region']) ? ['region' => $job['region']] : [];
        return ['year' => $job['year']] + $region + ['turnover' => '1234567890123456.70'];
    }

    private function submit(array $job): string
    {
        $ticket = 'T ' . bin2hex(random_bytes(4));
        $this->keep($ticket, $job + ['asked' => 0]);
        return $ticket;
    }

    private function keep(string $ticket, array $job): void
    {
        file_put_contents($this->file($ticket), json_encode($job), LOCK_EX);
    }

    private function job(string $ticket): array
    {
        if (!file_exists($this->file($ticket))) {
            throw new SoapFault('Client', "No ticket $ticket", null, ['ticket' => $ticket], 'UnknownTicket');
        }
        return json_decode(file_get_contents($this->file($ticket)), true);
    }

    private function file(string $ticket): string
    {
        return getenv('PEER_STATE') . '/' . bin2hex($ticket) . '.json';
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Reports());
$server->handle();
